export function TransactionLink({ hash, url }: { hash: string; url: string | null }) {
  return url === null ? (
    <span className="num billing-more billing-hash">{hash}</span>
  ) : (
    <a className="link num billing-more billing-hash" href={url} rel="noreferrer" target="_blank">
      {hash}
    </a>
  )
}
