/** The ends of a transaction hash. The whole hash is shown on hover and in the CSV; `url` leads to a block explorer. */
export function TransactionLink({ hash, url }: { hash: string; url: string | null }) {
  const ends = `${hash.slice(0, 10)}…${hash.slice(-6)}`
  return url === null ? (
    <span className="num block breakable text-12" title={hash}>
      {ends}
    </span>
  ) : (
    <a className="link num block breakable text-12" href={url} title={hash} rel="noreferrer" target="_blank">
      {ends}
    </a>
  )
}
