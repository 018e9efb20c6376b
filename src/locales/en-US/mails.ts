import alerts from './alerts.ts'
import payment from './payment.ts'

const mails = {
  code: {
    signup: {
      subject: '{code} is your {brand} verification code',
      heading: 'Confirm your e-mail address',
      lead: 'Enter this code to create your {brand} account.',
    },
    signin: {
      subject: '{code} is your {brand} sign-in code',
      heading: 'Your sign-in code',
      lead: 'Enter this code to sign in to {brand}.',
    },
    reset: {
      subject: '{code} is your {brand} password reset code',
      heading: 'Reset your password',
      lead: 'Enter this code to choose a new password.',
    },
    'email-old': {
      subject: '{code} confirms your change of address',
      heading: 'Change of e-mail address',
      lead: 'Someone signed in to your account asked to move it to {newEmail}. Enter this code to allow it.',
    },
    'email-new': {
      subject: '{code} confirms your new address',
      heading: 'Confirm your new address',
      lead: 'Enter this code to use this address for your {brand} account.',
    },
    life: 'The code works once, for 10 minutes. We never ask for it by phone or chat.',
    ignore: 'You did not ask for this? Ignore this mail: without the code nothing happens.',
    ignoreChange: 'You did not ask for this? Do not pass the code on, change your password and sign out everywhere.',
  },
  lastToday: 'This is the last mail of this kind today (UTC). Your account shows what happens after it.',
  notice: {
    'new-device': {
      subject: 'New sign-in to your {brand} account',
      heading: 'New sign-in',
      lead: 'Your account was signed in to from a new browser or program.',
    },
    'password-changed': {
      subject: 'Your {brand} password was changed',
      heading: 'Password changed',
      lead: 'The password of your account was changed. All other devices were signed out.',
    },
    'email-changed': {
      subject: 'Your {brand} account has a new address',
      heading: 'E-mail address changed',
      lead: 'Your account now belongs to {newEmail}. This address no longer opens it.',
    },
    'totp-on': {
      subject: 'Two-step sign-in is on',
      heading: 'Two-step sign-in is on',
      lead: 'Signing in now asks for a code from your authenticator app.',
    },
    'totp-off': {
      subject: 'Two-step sign-in is off',
      heading: 'Two-step sign-in is off',
      lead: 'Signing in no longer asks for a code from an authenticator app.',
    },
    'recovery-codes': {
      subject: 'New recovery codes were made',
      heading: 'New recovery codes',
      lead: 'Ten new recovery codes were made for your account. The old ones no longer work.',
    },
    'recovery-code-used': {
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      lead: 'Someone signed in with a recovery code. {left, plural, =0 {None is} one {# is} other {# are}} left.',
    },
    'factor-guessed': {
      subject: 'Somebody failed at your second factor',
      heading: 'Five wrong second factors',
      lead: '{method, select, password {Somebody entered your password and then five wrong second factors. If it was not you, your password is known: change it.} code {Somebody entered a code from your mailbox and then five wrong second factors. If it was not you, somebody reads your mail: secure your mailbox.} other {Somebody signed in at your third-party provider and then entered five wrong second factors. If it was not you, somebody uses that account: secure it.}}',
    },
    'passkey-added': {
      subject: 'A passkey was added',
      heading: 'Passkey added',
      lead: 'The passkey “{name}” can now sign in to your account.',
    },
    'passkey-removed': {
      subject: 'A passkey was removed',
      heading: 'Passkey removed',
      lead: 'The passkey “{name}” no longer signs in to your account.',
    },
    'provider-linked': {
      subject: '{name} was linked to your account',
      heading: 'Third-party sign-in linked',
      lead: '{name} ({email}) can now sign in to your account.',
    },
    'provider-unlinked': {
      subject: '{name} was unlinked from your account',
      heading: 'Third-party sign-in unlinked',
      lead: '{name} no longer signs in to your account.',
    },
    'signed-out-everywhere': {
      subject: 'Signed out on all devices',
      heading: 'Signed out everywhere',
      lead: 'Every device that was signed in to your account has been signed out.',
    },
    'deletion-asked': {
      subject: 'Your {brand} account will be deleted',
      heading: 'Deletion requested',
      lead: 'Your account and its keys will be deleted on {date}. Sign in before then to keep it.{credit, select, none {} other { It holds {credit} USDT of credit: ask for the refund before then, because a deleted account cannot.}}{order, select, none {} other { The order {order} is still open: do not pay it any more.}}',
      refund: 'Ask for the refund',
    },
    'deletion-taken-back': {
      subject: 'Your {brand} account stays',
      heading: 'Deletion cancelled',
      lead: 'Your account will not be deleted.',
    },
    deleted: {
      subject: 'Your {brand} account was deleted',
      heading: 'Account deleted',
      lead: 'Your account, its sign-in data and its keys are gone. Records of payments stay as long as the law asks for them.',
    },
    suspended: {
      subject: 'Your {brand} account is suspended',
      heading: 'Account suspended',
      lead: 'We have suspended your account. Keys and sign-in are refused for now; your credit, plans and data stay as they are. Please write to {support}.',
    },
    restored: {
      subject: 'Your {brand} account works again',
      heading: 'Account restored',
      lead: 'Your account is no longer suspended. Keys and sign-in work as before.',
    },
    'key-reset': {
      subject: 'An API key was reset',
      heading: 'API key reset',
      lead: 'The key {key} was replaced. {hours, plural, =0 {The old one stopped working at once.} one {The old one works for # hour more.} other {The old one works for # hours more.}}',
    },
    'key-revoked': {
      subject: 'An API key was revoked',
      heading: 'API key revoked',
      lead: 'The key {key} was revoked and no longer works. {integrated, select, true {Your plan continues; issue a new key in the dashboard.} other {}}',
    },
    'key-issued': {
      subject: 'An API key was issued',
      heading: 'New API key',
      lead: 'The key {key} was issued in place of a revoked one. Plan and expiry are unchanged.',
    },
    'team-invited': {
      subject: '{email} was invited as an owner',
      heading: 'Invitation of an owner',
      lead: '{by} invited {email} to the account of {team} as an owner. Owners may do everything, refunds included. Until the invitation is accepted, you can withdraw it on the page Team.',
    },
    'team-joined': {
      subject: '{email} joined your team',
      heading: 'New team member',
      lead: '{email} accepted an invitation and now works in the account of {team} as {role, select, owner {owner} developer {developer} other {billing}}.',
    },
    'team-role': {
      subject: 'The role of {email} has changed',
      heading: 'Team role changed',
      lead: '{email} now works in the account of {team} as {role, select, owner {owner} developer {developer} other {billing}}.',
    },
    'team-removed': {
      subject: '{email} was removed from a team',
      heading: 'Team member removed',
      lead: '{email} no longer works in the account of {team}. Keys that this person has seen still work: reset them where that matters.',
    },
    'team-left': {
      subject: '{email} left a team',
      heading: 'A member left',
      lead: '{email} no longer works in the account of {team}. Keys that this person has seen still work: reset them where that matters.',
    },
    'team-owner': {
      subject: '{email} is an owner now',
      heading: 'The ownership of a team was handed over',
      lead: '{email} is now an owner of the account of {team}; whoever handed it over is a developer now.',
    },
    notYou: 'Was this not you? Change your password and sign out everywhere at once.',
    secure: 'Review security',
  },
  order: {
    created: {
      subject: 'Order {no}: {amount} {currency} to pay',
      heading: 'Your order is waiting for its payment',
      lead: '{plan}. Send exactly this amount to this address before {until}. Anything above becomes credit; nothing is lost.',
    },
    partial: {
      subject: 'Order {no}: {amount} {currency} still missing',
      heading: 'Part of your payment has arrived',
      lead: 'The order stays open until {until}. Send the rest to the same address.',
    },
    completed: {
      subject: 'Order {no} is paid: {plan}',
      heading: 'Payment successful',
      lead: '{plan} runs until {until}. Its API key is in the dashboard.',
      automatic: 'Your credit renewed it by itself, as you chose. You can turn this off under Billing.',
      surplus: 'More arrived than the order costs: {surplus} {currency} became your credit.',
    },
    timed_out: {
      subject: 'Order {no} has run out',
      heading: 'The order has run out',
      lead: 'No payment arrived in time. If you have sent one, wait: within 24 hours it buys the plan at the price of that moment, or it becomes your credit.',
    },
    timed_out_partial: {
      subject: 'Order {no} has run out: {amount} {currency} became credit',
      heading: 'The order has run out',
      lead: 'What arrived is your credit and will be used for your next order.',
    },
    credited: {
      subject: '{amount} {currency} arrived and became credit',
      heading: 'Your money has arrived',
      lead: '{count, plural, one {The order was} other {The orders were}} closed already, so it is kept as your credit and used for your next order.',
      cancelled: 'The order was cancelled.',
      paid: 'The order was paid already.',
    },
    not_applied: {
      subject: 'Order {no} could not be applied: {amount} {currency} became credit',
      heading: 'The order could not be applied',
      lead: 'Your subscription has changed since you ordered {plan}, so the order is closed. What arrived is your credit and will be used for your next order. You can order again at once.',
    },
    fact: {
      order: 'Order',
      plan: 'Plan',
      amount: 'Amount',
      missing: 'Missing',
      network: 'Network',
      address: 'Address',
      received: 'Arrived',
      until: 'Valid until',
      credit: 'Paid from credit',
      why: 'Why',
    },
    why: payment.order.why,
    open: 'Open the order',
    toKey: 'Go to the API key',
    orders: 'Open your orders',
    receipt: 'Open the receipt',
    note: 'Check the address against the order page before you pay. We never send another one.',
  },
  credit: {
    added: {
      subject: '{amount} {currency} were added to your credit',
      heading: 'Your credit has grown',
      lead: 'We added {amount} {currency} to your credit. It is applied to your next order automatically.',
    },
    taken: {
      subject: '{amount} {currency} were taken from your credit',
      heading: 'Your credit was corrected',
      lead: 'We took {amount} {currency} from your credit, for the reason below. If you disagree, answer through customer service.',
    },
    requested: {
      subject: 'Refund of {amount} {currency} requested',
      heading: 'We have your refund request',
      lead: 'The amount is reserved. A person reviews the request and then sends the money to this address.',
    },
    approved: {
      subject: 'Refund of {amount} {currency} approved',
      heading: 'Your refund is approved',
      lead: 'We are about to send the money. You will get the transaction as soon as it is on the chain.',
    },
    refused: {
      subject: 'Refund of {amount} {currency} declined',
      heading: 'Your refund was declined',
      lead: 'The amount is back in your credit and can be used for an order.',
    },
    paid: {
      subject: 'Refund of {amount} {currency} sent',
      heading: 'Your refund has been sent',
      lead: 'We have sent {amount} {currency} to your address.',
    },
    fact: {
      refund: 'Refund',
      amount: 'Amount',
      network: 'Network',
      address: 'To the address',
      reason: 'Reason',
      left: 'Your credit now',
      transaction: 'Transaction',
    },
    open: 'See your credit',
    notYou: 'Was this not you? Withdraw the request, change your password and sign out everywhere at once.',
  },
  team: {
    subject: '{team} invites you to a team on {brand}',
    heading: 'Invitation to a team',
    lead: '{team} invites you to work in their {brand} account as {role, select, owner {owner} developer {developer} other {billing}}.',
    open: 'See the invitation',
    life: 'Sign in, or sign up, with {email}. The invitation ends after 7 days.',
    ignore: 'You do not know this person? Ignore this mail: without you nothing happens.',
  },
  ticket: {
    subject: 'Answer to your message, ticket {ticket}',
    heading: 'We have answered your message',
    goOn: 'Please do not answer this mail: you can read the whole conversation and go on with it in your account.',
    byMail:
      'To write back, answer this mail or write to {support}, and leave the ticket number {ticket} in the subject.',
    open: 'Open the ticket',
    footer: 'You receive this mail because you wrote to {brand}; your ticket is {ticket}.',
  },
  expiry: {
    soon: {
      subject: '{plan} ends in {days, plural, one {# day} other {# days}}',
      heading: 'Your subscription is about to end',
      lead: '{plan} ends on {until}. Renew it and the key goes on as it is; the days that are left are kept.',
    },
    ended: {
      subject: '{plan} has ended',
      heading: 'Your subscription has ended',
      lead: '{plan} ended on {until}, and its key no longer works. Renew it, and the same key works again.',
    },
    free: {
      soon: 'Or do nothing: when it ends, your key stops until you renew or go on with the free plan in the dashboard.',
      ended: 'Or go on with the free plan: choose “Continue for free” beside the key in the dashboard.',
    },
    ofTeam: 'It is the plan of {email}, in whose team you take care of the bills.',
    customised: 'This plan was arranged for you; to renew it, contact customer service.',
    renew: 'Renew',
    contact: 'Contact customer service',
    dashboard: 'Dashboard',
  },
  renewal: {
    soon: {
      subject: '{plan} renews on {date}',
      heading: 'Your plan is about to renew',
      lead: '{plan} ends on {until}. On {date} your credit renews it, as you chose.',
    },
    change: {
      subject: '{plan} changes to {next} on {date}',
      heading: 'Your plan is about to change',
      lead: '{plan} ends on {until}. Then your credit buys {next}, as you chose.',
    },
    lacking: {
      subject: '{next} could not be bought: {missing} {currency} missing',
      heading: 'Your credit does not suffice',
      lead: 'You chose that {next} follows {plan}, which ends on {until}. Your credit does not cover the price, so none of it was used. Order it and pay the rest.',
    },
    impossible: {
      subject: '{plan} cannot renew by itself',
      heading: 'Your plan cannot renew by itself',
      lead: '{plan} ends on {until}. The plan that should follow is no longer sold, or yours was arranged for you. Choose another plan, or write to customer service.',
    },
    price: 'Price',
    open: 'Change or turn it off',
    order: 'Order now',
    off: 'You can change or turn this off until then. The order mail says what was charged.',
  },
  usage: {
    at80: {
      subject: '80% of the requests a minute are used: {plan}',
      heading: 'The limit of requests a minute is nearly used up',
      lead: 'The key {key} has used 80% of its {limit} requests a minute. At 100% further requests are refused with status 429 until the limit recovers.',
    },
    at100: {
      subject: 'All requests a minute are used: {plan}',
      heading: 'The limit of requests a minute is used up',
      lead: 'The key {key} has used all of its {limit} requests a minute. Further requests are refused with status 429 until the limit recovers. A larger plan allows more.',
    },
    key: 'Key',
    plan: 'Plan',
    open: 'See the usage',
    off: 'At most one such mail a key, level and day (UTC). Turn them off in the preferences:',
  },
  alert: {
    subject: '{symbol}: {condition}',
    heading: 'Alert: {symbol}',
    price: 'Price',
    measured: 'Measured',
    chart: 'Open the chart',
    off: 'Change or remove the alert:',
    condition: alerts.condition,
  },
  fact: { time: 'Time', device: 'Device', network: 'Network' },
  footer: 'Sent to {email} because it belongs to, or was entered for, an account here.',
} as const

export default mails
