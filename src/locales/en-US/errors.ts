import type { ErrorName } from '#src/contract/errors.ts'

/**
 * The message of each refusal. An absent placeholder becomes `none` (`plan`), `…` (`param`) or 0 (`seconds`): see
 * error-message.ts.
 */
export default {
  bad_request: 'The request could not be understood. Check it against the documentation and send it again.',
  bad_json:
    '{on, select, stream {The message is not valid JSON. Send one JSON object.} other {The body is not valid JSON. Send one JSON object with Content-Type: application/json.}}',
  bad_characters: 'The request contains a character that is not allowed, such as U+0000.',
  unknown_field: 'The field “{param}” is not known here. Remove it, or check its spelling.',
  missing_parameter: 'The parameter “{param}” is missing. Add it and send the request again.',
  invalid_parameter:
    'The value of “{param}” is not valid. {accepts, select, once {Send it once.} zone {It accepts IANA names of time zones, such as America/New_York.} list {It accepts {allowed}.} range {It accepts numbers from {min} to {max}.} other {The documentation lists what it accepts.}}',
  not_found: 'Not found. It does not exist, or it is not yours.',
  method_not_allowed: 'This address does not accept that HTTP method.',
  conflict: 'This is not possible in the present state. Reload and look again.',
  payload_too_large: 'The request body is too large. Keep it under {lines, plural, =0 {{size}} other {# lines}}.',
  unsupported_media_type: 'Only JSON is accepted here. Set Content-Type: application/json.',
  cross_site_refused: 'This request came from another site and was refused. Open the page here and try again.',
  sandbox_locked:
    'The mailbox and the test wallet open on the machine of this sandbox only. Elsewhere, first open the link that the sandbox printed at its start.',
  too_many_requests: 'Too many requests. {wait, select, none {Try again later.} other {Try again in {wait}.}}',
  too_many_connections: 'Too many connections are open from your network. Close some, then try again.',
  too_many_event_streams: 'You have {max} event streams open in this account. Close one, then try again.',
  server_error: 'Server is busy, please try again later. If it goes on, tell us the request id.',
  server_busy: 'Server is busy, please try again later.',
  storage_full: 'There is no room left to store changes. Nothing was changed; try again later.',
  not_ready:
    'The service is starting: {step, select, database {its database is being opened} history {the history of prices is being opened} tables {its tables are being brought up to date} data {live data is being started} other {its pages are being loaded}}. This usually takes less than a minute.',
  history_unavailable: 'Historical data is briefly unavailable. Live data goes on; try again in a moment.',

  not_signed_in: 'Please log in to continue.',
  recent_signin_required: 'For your safety, please sign in again to do this.',
  fresh_factor_required:
    'Confirm this with your second factor: a code of your authenticator app, a recovery code or a passkey.',
  own_factor_required:
    'This account is guarded by a second factor. Turn on two-step sign-in or add a passkey in your own security settings first.',
  second_factor_required: 'Enter the code from your authenticator app, or a recovery code.',
  second_factor_needed: 'The console needs a second factor: turn on two-step sign-in, or sign in with a passkey.',
  staff_role_required: 'Your role does not allow this. Ask an owner.',
  second_person_needed: 'This needs two people. It waits under Staff until another owner confirms it.',
  act_waits:
    'There is no second owner, so this waits 24 hours. Every address of this installation has a mail about it, and it can be stopped under Staff.',
  own_account:
    'This account is your own, of a team of yours, or was used in your browser. A colleague decides about it.',
  last_owner: 'This account is the last owner of the installation. Give somebody else the role first.',
  second_factor_wrong: 'This code is not right. Enter the code your app shows now, or an unused recovery code.',
  wrong_credentials: 'Email or password is incorrect.',
  too_often: 'You are doing this too often; {wait, select, none {try again later.} other {try again in {wait}.}}',
  email_unknown: 'Email does not exist. Check the spelling, or sign up.',
  email_in_use: 'Email already in use. Sign in, or reset the password.',
  passwords_differ: 'The two entered passwords do not match.',
  password_too_short: 'The password is too short. Use at least 8 characters.',
  password_too_long: 'The password is too long. Use at most 256 characters.',
  password_too_common: 'This password is on the lists that attackers try first. Choose another one.',
  email_invalid: 'This is not a valid e-mail address. Enter one address, such as name@example.com.',
  signup_code_invalid: 'Invalid verification code. It has six digits; obtain a new code if yours is lost.',
  signup_code_wrong: 'Verification code error. Check the digits in the latest e-mail.',
  signup_code_expired: 'Verification code has expired, re-obtain it.',
  signup_code_used: 'Verification code has been used, request a new one.',
  signin_code_invalid: 'Invalid verification code. It has six digits; obtain a new code if yours is lost.',
  signin_code_wrong: 'Verification code error. Check the digits in the latest e-mail.',
  signin_code_expired: 'Verification code has expired, re-obtain it.',
  signin_code_used: 'Verification code has been used, request a new one.',
  reset_code_invalid: 'Invalid verification code. It has six digits; obtain a new code if yours is lost.',
  reset_code_wrong: 'Verification code error. Check the digits in the latest e-mail.',
  reset_code_expired: 'Verification code has expired, re-obtain it.',
  reset_code_used: 'Verification code has been used, request a new one.',
  account_suspended: 'This account is suspended. Please contact support.',
  team_role: 'Your role in this team does not allow that. An owner of the team can do it, or give you another role.',
  team_ended:
    'You no longer work in this account: you were removed from its team, or it is closed or suspended. Go back to your own account.',
  team_full: 'A team has at most {max} people, open invitations included.',
  team_has_member: 'This person is in the team already.',
  team_last_owner: 'A team needs an owner. Make somebody else an owner first.',
  team_holder:
    'The holder of an account stays in its team. Only they can give up their ownership, and only as an owner can they delete the account.',
  team_inactive:
    'This account, or that of the person, is suspended or about to be deleted. Its ownership cannot change now.',
  team_invite_ended: 'This invitation has expired, was withdrawn or was used. Ask an owner of the team for a new one.',
  team_other_address: 'This invitation was sent to another address. Sign in with the account of that address.',
  account_of_staff: 'This account has staff roles. Revoke them first.',
  keyring_from_setting: 'The key ring is the setting KEYRING: only there can keys be added and taken out.',
  changed_meanwhile: 'Somebody else has changed this. Reload it and look again.',
  upload_offset_wrong:
    'This piece does not begin where the received part ends. Ask how much has arrived, and continue from there.',
  upload_busy: 'Another piece of this file is being received. Send one at a time.',
  upload_too_large: 'The file is longer than announced, or longer than 10 GB. Split it.',
  file_unreadable: 'The file is no table: it is not text, also packed with gzip or zstd, and not Parquet.',
  import_target_unknown: 'The name of the file does not say what it holds. Fill in class, region, code and interval.',
  login_failed: 'Login failed, please try again.',
  provider_unverified:
    'Login failed: that provider has not verified your e-mail address. Verify it there, or sign in with an e-mail code.',
  bot_check_required: 'Please complete the verification.',

  brand_invalid: 'The brand cannot be used so.{problems, select, none {} other { {problems}}}',
  brand_slug_fixed: 'The name for packages of a published brand stays, because programs of customers use it.',
  plans_invalid: 'These plans cannot be used.{problems, select, none {} other { {problems}}}',
  plans_changed: 'Somebody changed the plans meanwhile. Load them again and repeat your change.',
  plans_no_draft: 'There is no draft of the plans.',
  plans_unchanged: 'The draft is the same as the published plans.',
  coupon_unknown: 'This coupon code does not exist. Check the spelling.',
  coupon_not_valid_now: 'This coupon is not valid at the moment.',
  coupon_other_plan: 'This coupon is for another plan.',
  coupon_not_for_upgrade: 'Coupons count for new plans and renewals, not for upgrades.',
  coupon_used: 'You have used this coupon already.',
  coupon_used_up: 'This coupon is used up.',
  coupon_exists: 'This coupon code is taken.',
  order_unpaid: 'Complete the unpaid order first, or cancel it.',
  plan_customised: 'Contact customer service to upgrade a customized plan.',
  plan_no_downgrade:
    'The package cannot be downgraded while it runs. Under Billing you can choose a smaller one for the end of its term.',
  plan_no_renewal: 'Contact customer service to renew the current plan.',
  order_not_cancellable:
    'This order can no longer be cancelled: it is {state, select, completed {paid} cancelled {cancelled already} timed_out {timed out} other {closed}}.',
  payment_detected:
    'A payment for this order is on its way, so it cannot be cancelled. Money that arrives stays yours.',
  idempotency_key_invalid: 'The Idempotency-Key must be 1 to 255 visible characters.',
  idempotency_mismatch: 'This Idempotency-Key was used with another body. Send a new key for a new order.',
  order_below_minimum:
    'Orders on {network} start at {minimum} USDT. Choose another network, or a longer payment period.',
  network_unavailable:
    'The payment network {network} is not available at the moment. Choose another one, or try again in a few minutes.',
  address_unverified:
    'The payment address could not be verified and is not shown. Do not pay; contact customer service.',
  plan_not_ended: 'Only an integrated plan that has ended can be replaced by the free one.',
  refund_address_invalid:
    'This is not an address on {chain}. Copy it again from the wallet or exchange that is to receive the money.',
  refund_address_refused:
    'Money sent to this address would not reach you: the address is ours, belongs to the token contract, or has no owner. Enter your own address.',
  refund_amount_invalid:
    'Enter an amount from {min} USDT up to the {max} USDT of credit that you paid, with at most six decimals.',
  credit_exceeded: 'The credit is {max} USDT; enter no more than that.',
  refund_exceeds_paid: 'The customer paid {max} USDT of the credit; promotional credit cannot be refunded.',
  receipt_replaced:
    'This is not the receipt that counts: it was replaced, or is a credit note. Open the newest receipt of the order.',
  receipt_final: 'A receipt can be issued again for {days} days after the payment. Write to customer service.',
  refund_open: 'One refund of yours is open. Wait for it, or withdraw it first.',
  refund_decided: 'This refund can no longer be withdrawn: it has been decided.',
  refund_unproven:
    '{found, select, no_transaction {The node knows no such transaction in a block.} failed {The transaction failed on the chain.} not_final {The transaction is not final yet; try again in some minutes.} other_transfer {The transaction holds no transfer of this amount to this address.} no_answer {The node gave no answer.} other {The network was not checked in time.}}',
  order_closed: 'This order is completed or cancelled; only a pending or timed-out order can be settled.',
  order_not_openable:
    'The plan of this order can no longer be opened: its key has expired or changed. Grant a plan without an order instead.',
  sweeps_invalid: 'Nothing was recorded.{problems, select, none {} other { {problems}}}',
  rewind_too_early: 'No address is older than block {block}. Choose this block or a later one.',
  rewind_not_behind: 'The chain is read up to block {block} only. A rewind goes back, never ahead.',
  plan_expired: 'Subscription expired; renew or contact customer service.',
  key_name_empty: 'Name cannot be empty.',
  key_name_too_long: 'The name is too long. Use at most 64 characters.',
  key_name_invalid: 'The name contains characters that cannot be shown. Remove them and try again.',
  integrated_key_exists: 'You already have an integrated key. Reset it, or revoke it first.',
  key_needed: 'You have no live API key. Get one in the dashboard first.',
  reset_too_soon:
    'A key can be reset, or issued again, once a day. Try again tomorrow (UTC). A key that has leaked can be revoked at any time.',

  key_missing:
    'No API key was sent. {on, select, stream {Send it first, with the action auth.} other {Put it in the “token” header, or in “Authorization: Bearer”.}}',
  key_malformed: 'This is not an API key of ours: it is cut short or mistyped. Copy it again from the dashboard.',
  key_unknown: 'This API key does not exist. Copy it again from the dashboard.',
  key_revoked: 'This API key has been revoked or replaced. Use the current one from the dashboard.',
  not_in_scope:
    'The owner of this key has restricted it: it may not be used for this. Change that in the dashboard, or use another key.',
  network_not_allowed: 'This key may not be used from your network. Its owner can add the network in the dashboard.',
  sheet_unknown:
    'This spreadsheet link does not exist. Copy the whole address again, or make a new link in the dashboard.',
  sheet_revoked: 'This spreadsheet link was revoked. Whoever made it can make a new one in the dashboard.',
  not_in_plan:
    'Your plan does not include this data. {plan, select, none {Choose a plan that does on the pricing page.} other {The plan {plan} does.}}',
  rate_limited:
    'Request frequency exceeded your plan’s quota. {wait, select, none {Slow down, or upgrade the plan.} other {Try again in {wait}, or upgrade the plan.}}',
  unknown_symbol: 'No such symbol in this class and region. Search for its name to find the code.',
  invalid_symbol:
    'The symbol is not written correctly. Send a code such as AAPL, 700 or BTCUSD{on, select, stream {; on /stream with its class, such as crypto:BTCUSD} other {}}.',
  invalid_interval: 'Unknown interval. Send one of {allowed}.',
  invalid_time:
    '{accepts, select, day {“{param}” must be a finished day in UTC, written as 2026-01-05.} span {“{param}” lies too far back: a range has at most {max} days.} other {The time in “{param}” is not understood. Send milliseconds, seconds or ISO 8601.}}',
  invalid_limit: '“limit” must be a whole number from 1 to {max}.',
  range_not_satisfiable: '“Range” begins behind the end of the file, which has {bytes} bytes.',
  invalid_cursor: 'The cursor is not valid. Send nextCursor as you received it, or start without one.',
  unknown_class: 'Unknown asset class. Use stock, forex, indices, crypto, future or fund.',
  key_in_query: 'Send the key in the header “token”; keys in addresses are refused, because logs keep addresses.',
  sheet_links_full: 'You have {max} spreadsheet links. Revoke one that no sheet uses first.',
  sheet_symbol_unknown: 'No instrument is written “{symbol}”. Write it as the chart does: NASDAQ:AAPL, crypto:BTCUSD.',
  sheet_mixed: 'The instruments of one link belong to one class and one country. Make another link for the others.',
  alerts_full: 'At most {max} alerts are kept. Remove one first, or choose a larger plan.',
  alerts_need_live:
    'The prices of your plan are delayed, and an alert needs live ones. {plan, select, none {No plan on sale has them.} other {The plan {plan} has them.}}',
  webhook_url_refused:
    'The address of the webhook must begin with https:// and lead to a public host at one of the ports {ports}, without a user name or password.',
  conflicting_credentials: 'Two different keys were sent. Send one, in the header “token”.',
  too_many_symbols: 'At most {max} symbols fit in one call.',
  invalid_format: '“format” must be json, csv or ndjson; kline, trades and bbo also have parquet and arrow.',
  not_acceptable: 'This is available as JSON, CSV or NDJSON; “Accept” asks for something else.',
  websocket_only: 'This is the address of a WebSocket. Open it with ws:// or wss://; bars are at /kline below a class.',
  range_reversed: '“from” is later than “to”.',
  too_many_concurrent: 'Too many requests of this key are running at once. Wait for some to finish.',
  uri_too_long:
    'The address is too long: 1,024 bytes and 16 segments for the path, 8 KiB for the query. Split the request.',
  invalid_encoding: 'The address is not valid percent-encoded UTF-8.',
  invalid_path:
    'The path has an empty segment, a dot segment, a backslash or an encoded separator. Send it exactly as documented.',

  not_a_feed_key: 'Pushing data takes a feed key, which the operator issues. Keys of customers read data.',
  outside_feed_key: 'This feed key may not push this class or region.',
  body_undecodable: 'The body is not whole gzip or zstd. Send it again.',
  line_too_long: 'The line is longer than 64 KiB.',
  invalid_sequence: 'n must be a whole number from 1, one higher with each message.',
  feed_behind: 'The tape takes no more at the moment. Try again in a second.',
  auth_timeout: 'No key was sent within 5 seconds. Connect again and send the key at once.',
  unknown_action: 'The action “{param}” is not known here. Use auth, subscribe, unsubscribe, list, ping or resume.',
  invalid_type:
    'The type “{param}” is not known here. Use tick, quote, depth, or kline@ with an interval, such as kline@5m.',
  too_many_subscriptions:
    'That is more symbols than the plan allows at once. Unsubscribe some, or choose a plan with more.',
  resume_invalid:
    'This position cannot be resumed: it lies ahead of the stream or is not one of its numbers. The live stream goes on.',
  max_connections: 'All sockets of this key are in use. Close one, or choose a plan with more.',
  replaced_by_newer:
    'A newer connection of this key has taken the place of this one, which did not answer a ping in time. Read without long pauses, or choose a plan with more sockets.',
  closed_by_owner:
    'The owner of the key disconnected this socket from the usage page. Connect again if that is wanted.',
  slow_consumer:
    'The client reads too slowly. The connection was closed so that no data is lost. Connect again and resume.',
  binary_refused: 'Only text frames are accepted here.',
  restarting: 'The server is restarting. Connect again in a few seconds.',
} as const satisfies Record<ErrorName, string>
