/** Texts of the pages that only a sandbox has. */
const sandbox = {
  wallet: {
    title: 'Test wallet',
    mark: 'sandbox: simulated data, test money',
    lead: 'Sends test USDT on the chain of this installation. It is worth nothing and never leaves this machine.',
    network: 'Network',
    address: 'Address',
    amount: 'Amount, USDT',
    send: 'Send',
    sent: 'Sent: ',
    tricksTitle: 'Make the chain misbehave',
    tricks: {
      reorganise: 'Reorganise 5 blocks; payments are mined again',
      reorganise_and_drop: 'Reorganise 5 blocks; payments vanish',
      silent: 'The node hides transfers for 20 s',
      unreachable: 'The node is unreachable for 20 s',
      honest: 'The node is honest again',
    },
  },
  mailbox: {
    title: 'Mailbox',
    lead: 'Every mail that this sandbox sent, newest first. Nothing leaves this machine. The page reloads every 10 seconds.',
    none: 'No mail yet. Sign up, and the code arrives here.',
    to: 'to',
    read: 'Read it',
  },
}

export default sandbox
