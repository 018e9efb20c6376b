import type { IncidentKind } from './incident-store.ts'

/** The explanation of each kind of incident, for `payments list`, the alert mail and the webhook. */
export const incidentWords: Record<IncidentKind, string> = {
  sources_disagree:
    'Two nodes tell different stories about a large deposit. It is credited automatically once they agree.',
  balance_unexplained:
    'An address holds more than any transfer explains. Look at it in an explorer; the node may be incomplete.',
  balance_dropped:
    'An address holds less than was credited: swept without a note, frozen, or taken back by a deep reorganisation.',
  native_coin: 'Native coin was sent to a deposit address. It is not credited; return it by hand if you wish.',
  other_token:
    'Another token arrived at a deposit address; name and amount are what its contract says. It is not credited, and its customer reads so on the order. If it is worth it, "payments sweep export --token" moves it out, so that you can return it.',
  chain_changed:
    'The node is on another chain than this installation has always used. The network is stopped until the right chain is back, or until you run "payments network rewind" to a block that both chains share.',
  no_trusted_node:
    'No node of the network can be believed at the moment. Nothing is sold or expires there; it recovers by itself.',
  deep_reorganisation:
    'Blocks that were final were replaced. What vanished stays credited: decide whether to take it back, and wait with large orders.',
  network_lagging:
    'No scan of the network has succeeded for some minutes. Nothing is sold there. Does a process with the role payments run?',
  xpub_changed:
    'The extended public key in the settings is not the one that this network uses. Nothing is sold there; every address that was given stays watched. If you changed the key, run "payments network accept-xpub"; if you did not, put the earlier key back and find out who did.',
  token_changed:
    'The token contract is missing, or has another symbol or other decimals than the settings say. The network is stopped.',
  address_mismatch:
    'A stored deposit address is not the one that was given to the order. Either KEYRING lost its first key, or somebody wrote to the database.',
  deposit_unclear:
    'A transfer was seen, but no receipt proves it, or the second node cannot be read. It is judged again at each scan.',
  transfer_rejected: 'A transfer looked like a payment, but its transaction had failed.',
  not_settled:
    'A deposit is final but could not be booked. It is tried again at each scan; if this stays, tell the makers.',
  process_ended:
    'A process of this installation ended by itself, or was killed; "start" means all processes of the start before, "postgres" the embedded database. A supervised process is started again, each time after a longer wait of up to 30 s. This incident closes when it has served for a minute. The log has the reason.',
  not_openable: 'Paid in full, but what was ordered could no longer be opened. The money is the customer’s credit.',
}
