import type { CookieName, StorageKey } from '#src/contract/privacy/browser-data.ts'
import type { DataClass } from '#src/contract/privacy/personal-data.ts'

type Row = { what: string; why: string; kept: string }

const rows = {
  account: {
    what: 'E-mail address, language, theme, time zone and notice settings',
    why: 'to have an account and to write to you',
    kept: 'until the account is deleted',
  },
  password: {
    what: 'Password, if you set one',
    why: 'to sign you in; stored only as an argon2id hash',
    kept: 'until the password is changed or the account is deleted',
  },
  codes: {
    what: 'Verification codes, and sign-ins under way',
    why: 'to prove that a mailbox is yours; stored only as a keyed digest, or encrypted',
    kept: 'valid for {codeMinutes} minutes, deleted {codeDays, plural, one {a day} other {# days}} later',
  },
  sessions: {
    what: 'Sessions: time, method, browser name, network address',
    why: 'to keep you signed in and to show you your devices',
    kept: 'until they end, at most {sessionDays} days; the number of the browser for a year after the last sign-in',
  },
  factors: {
    what: 'Passkeys, authenticator secret, recovery codes',
    why: 'a second way to prove that it is you; secrets encrypted or as digests',
    kept: 'until you remove them or the account is deleted',
  },
  providers: {
    what: 'Third-party sign-ins: provider, your identifier and address there',
    why: 'to sign you in through a provider of your choice',
    kept: 'until you unlink it or the account is deleted',
  },
  keys: {
    what: 'API keys, the names you give them, their last use',
    why: 'to recognise your programs; a digest for look-up and an encrypted copy for Reveal',
    kept: 'until the account is deleted; the digest stays, so that a revoked key is refused',
  },
  usage: {
    what: 'Calls to the gateway: key, time, kind of call, outcome, counted; refused calls with path and query; open sockets with program and network address',
    why: 'to enforce limits and to show you your usage',
    kept: 'counts until the account is deleted, refused calls for {usageErrorDays} days, sockets while they are open',
  },
  layouts: {
    what: 'Chart layouts, drawings and watchlists that you save',
    why: 'to show them on each of your devices',
    kept: 'until you remove them or the account is deleted',
  },
  alerts: {
    what: 'Alerts, what they fired on, and the address of your webhook',
    why: 'to watch prices for you and to write to you',
    kept: 'alerts until you remove them, firings and deliveries for {firingDays} days',
  },
  orders: {
    what: 'Orders, payment addresses, transfers and their transaction hashes; refunds and where they go; what you enter for your receipts',
    why: 'to deliver what was paid for and to keep our books',
    kept: 'as long as tax and accounting law requires; after the deletion of the account without your address',
  },
  messages: {
    what: 'Messages you send to support, and our answers: name, e-mail address, text, network address',
    why: 'to answer them',
    kept: '{ticketYears} years after the last change; sooner when the account with that address is deleted',
  },
  mails: {
    what: 'Mails we send: address, kind and time; the text is encrypted until it is sent and then wiped (a sandbox, which sends none, shows it in its mailbox)',
    why: 'to deliver them, also when a mail server is away for a while',
    kept: '{mailDays} days; the mail that confirms a deletion {farewellDays, plural, one {one day} other {# days}}',
  },
  log: {
    what: 'Account log: who changed what, and when',
    why: 'to explain and undo mistakes and misuse',
    kept: 'until the account is deleted; what is left then names nobody',
  },
  counters: {
    what: 'Counters against misuse, by network address, e-mail address or account',
    why: 'to stop floods and attacks on accounts',
    kept: 'at most a day',
  },
  serverLog: {
    what: 'Server log: time, request, fault; now and then a network or e-mail address',
    why: 'to find faults',
    kept: 'as the operator has set for the machine',
  },
} satisfies Record<DataClass, Row>

const cookies = {
  authorization: 'your session; scripts cannot read it',
  signed_in: 'only that there is a session, for the scripts of our pages',
  'sign-in': 'ties a third-party sign-in to this browser while it is under way; scripts cannot read it',
  sandbox: 'only in a sandbox: opens its mailbox and its test wallet; scripts cannot read it',
  browser:
    'numbers this browser: nobody else can spend the tries of a code that it asked for, a sign-in in an unknown one is mailed and has fewer tries, and staff give nothing to an account that was signed in to beside their own; scripts cannot read it',
  lang: 'the language you chose',
  locale: 'the same, for older clients',
  theme: 'light or dark',
  upcolor: 'red or green for rising prices',
  analytics: 'whether you agreed that clicks are counted',
  announcements: 'which announcements you closed; scripts cannot read it',
  zone: 'your time zone, for the account that you create on the login page',
} satisfies Record<CookieName, string>

const storage = {
  version: 'the version of the site that you last saw',
  'chart.current': 'the chart as you left it',
  'chart.layouts': 'chart layouts, where you are not signed in',
  'chart.drawings': 'drawings on charts',
  'chart.recent': 'symbols that you opened last',
  'chart.favourites': 'symbols that you starred',
  'chart.watchlist': 'symbols of your watchlist, where you are not signed in',
  'reloaded-at': 'when the page last reloaded itself',
  'react-router-scroll-positions': 'how far each page was scrolled',
} satisfies Record<StorageKey, string>

/** Texts of the tables on the privacy page. */
const privacy = {
  head: {
    data: 'Data',
    why: 'Why',
    kept: 'How long',
    name: 'Name',
    holds: 'What it holds',
    cookieName: '`{name}` (with https: `{secureName}`)',
    untilCleared: 'until you clear it',
    untilClosed: 'until the tab is closed',
  },
  rows,
  cookies,
  storage,
}

export default privacy
