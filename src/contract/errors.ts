/**
 * The catalogue of all refusals: stable name → HTTP status and the number in the body's `code`.
 * Texts in three languages are in `src/locales/<locale>/errors.ts` under the same names (checked by types).
 * Old clients compare the numbers 402, 431 and 701…727.
 */
export const errorCatalogue = {
  // requests
  bad_request: { status: 400, code: 400 },
  bad_json: { status: 400, code: 400 },
  bad_characters: { status: 400, code: 400 },
  unknown_field: { status: 400, code: 400 },
  missing_parameter: { status: 400, code: 400 },
  invalid_parameter: { status: 400, code: 400 },
  not_found: { status: 404, code: 404 },
  method_not_allowed: { status: 405, code: 405 },
  conflict: { status: 409, code: 409 },
  payload_too_large: { status: 413, code: 413 },
  unsupported_media_type: { status: 415, code: 415 },
  cross_site_refused: { status: 403, code: 403 },
  sandbox_locked: { status: 403, code: 403 },
  too_many_requests: { status: 429, code: 429 },
  too_many_connections: { status: 429, code: 429 },
  too_many_event_streams: { status: 429, code: 429 },
  server_error: { status: 500, code: 500 },
  server_busy: { status: 503, code: 503 },
  storage_full: { status: 503, code: 503 },
  not_ready: { status: 503, code: 503 },
  history_unavailable: { status: 503, code: 503 },
  // the caller's identity and rights
  not_signed_in: { status: 401, code: 401 },
  recent_signin_required: { status: 403, code: 403 },
  fresh_factor_required: { status: 403, code: 403 },
  own_factor_required: { status: 403, code: 403 },
  second_factor_required: { status: 401, code: 401 },
  second_factor_needed: { status: 403, code: 403 },
  staff_role_required: { status: 403, code: 403 },
  second_person_needed: { status: 409, code: 409 },
  act_waits: { status: 409, code: 409 },
  own_account: { status: 403, code: 403 },
  last_owner: { status: 409, code: 409 },
  second_factor_wrong: { status: 400, code: 400 },
  wrong_credentials: { status: 401, code: 402 },
  too_often: { status: 429, code: 431 },
  email_unknown: { status: 404, code: 701 },
  email_in_use: { status: 409, code: 710 },
  passwords_differ: { status: 400, code: 711 },
  password_too_short: { status: 400, code: 400 },
  password_too_long: { status: 400, code: 400 },
  password_too_common: { status: 400, code: 400 },
  email_invalid: { status: 400, code: 400 },
  signup_code_invalid: { status: 400, code: 714 },
  signup_code_wrong: { status: 400, code: 715 },
  signup_code_expired: { status: 400, code: 716 },
  signup_code_used: { status: 400, code: 717 },
  signin_code_invalid: { status: 400, code: 718 },
  signin_code_wrong: { status: 400, code: 719 },
  signin_code_expired: { status: 400, code: 720 },
  signin_code_used: { status: 400, code: 721 },
  reset_code_invalid: { status: 400, code: 723 },
  reset_code_wrong: { status: 400, code: 724 },
  reset_code_expired: { status: 400, code: 725 },
  reset_code_used: { status: 400, code: 726 },
  account_suspended: { status: 403, code: 403 },
  team_role: { status: 403, code: 403 },
  team_ended: { status: 403, code: 403 },
  team_full: { status: 409, code: 409 },
  team_has_member: { status: 409, code: 409 },
  team_last_owner: { status: 409, code: 409 },
  team_holder: { status: 409, code: 409 },
  team_inactive: { status: 409, code: 409 },
  team_invite_ended: { status: 410, code: 410 },
  team_other_address: { status: 403, code: 403 },
  account_of_staff: { status: 409, code: 409 },
  keyring_from_setting: { status: 409, code: 409 },
  changed_meanwhile: { status: 409, code: 409 },
  upload_offset_wrong: { status: 409, code: 409 },
  upload_busy: { status: 409, code: 409 },
  upload_too_large: { status: 413, code: 413 },
  file_unreadable: { status: 400, code: 400 },
  import_target_unknown: { status: 400, code: 400 },
  login_failed: { status: 401, code: 730 },
  provider_unverified: { status: 401, code: 730 },
  bot_check_required: { status: 400, code: 731 },
  // the brand, plans, orders, keys, alerts
  brand_invalid: { status: 400, code: 400 },
  brand_slug_fixed: { status: 409, code: 409 },
  plans_invalid: { status: 400, code: 400 },
  plans_changed: { status: 409, code: 409 },
  plans_no_draft: { status: 409, code: 409 },
  plans_unchanged: { status: 409, code: 409 },
  coupon_unknown: { status: 404, code: 404 },
  coupon_not_valid_now: { status: 409, code: 409 },
  coupon_other_plan: { status: 409, code: 409 },
  coupon_not_for_upgrade: { status: 409, code: 409 },
  coupon_used: { status: 409, code: 409 },
  coupon_used_up: { status: 409, code: 409 },
  coupon_exists: { status: 409, code: 409 },
  order_unpaid: { status: 409, code: 712 },
  plan_customised: { status: 409, code: 713 },
  plan_no_downgrade: { status: 409, code: 727 },
  plan_no_renewal: { status: 409, code: 728 },
  order_not_cancellable: { status: 409, code: 409 },
  payment_detected: { status: 409, code: 409 },
  idempotency_key_invalid: { status: 400, code: 400 },
  idempotency_mismatch: { status: 422, code: 422 },
  network_unavailable: { status: 503, code: 503 },
  order_below_minimum: { status: 409, code: 409 },
  address_unverified: { status: 503, code: 503 },
  refund_address_invalid: { status: 400, code: 400 },
  refund_address_refused: { status: 400, code: 400 },
  refund_amount_invalid: { status: 400, code: 400 },
  credit_exceeded: { status: 400, code: 400 },
  refund_exceeds_paid: { status: 400, code: 400 },
  receipt_replaced: { status: 409, code: 409 },
  receipt_final: { status: 409, code: 409 },
  refund_open: { status: 409, code: 409 },
  refund_decided: { status: 409, code: 409 },
  refund_unproven: { status: 409, code: 409 },
  order_closed: { status: 409, code: 409 },
  order_not_openable: { status: 409, code: 409 },
  sweeps_invalid: { status: 400, code: 400 },
  rewind_too_early: { status: 400, code: 400 },
  rewind_not_behind: { status: 400, code: 400 },
  plan_expired: { status: 403, code: 729 },
  plan_not_ended: { status: 409, code: 409 },
  key_name_empty: { status: 400, code: 732 },
  reset_too_soon: { status: 429, code: 733 },
  key_name_too_long: { status: 400, code: 400 },
  key_name_invalid: { status: 400, code: 400 },
  integrated_key_exists: { status: 409, code: 409 },
  key_needed: { status: 403, code: 403 },
  sheet_links_full: { status: 409, code: 409 },
  sheet_symbol_unknown: { status: 404, code: 404 },
  sheet_mixed: { status: 400, code: 400 },
  alerts_full: { status: 409, code: 409 },
  alerts_need_live: { status: 403, code: 403 },
  webhook_url_refused: { status: 400, code: 400 },
  // data
  key_missing: { status: 401, code: 401 },
  key_malformed: { status: 401, code: 401 },
  key_unknown: { status: 401, code: 401 },
  key_revoked: { status: 401, code: 401 },
  sheet_unknown: { status: 404, code: 404 },
  sheet_revoked: { status: 410, code: 410 },
  not_in_plan: { status: 403, code: 403 },
  not_in_scope: { status: 403, code: 403 },
  network_not_allowed: { status: 403, code: 403 },
  rate_limited: { status: 429, code: 429 },
  unknown_symbol: { status: 404, code: 404 },
  invalid_symbol: { status: 400, code: 400 },
  invalid_interval: { status: 400, code: 400 },
  invalid_time: { status: 400, code: 400 },
  invalid_limit: { status: 400, code: 400 },
  range_not_satisfiable: { status: 416, code: 416 },
  invalid_cursor: { status: 400, code: 400 },
  unknown_class: { status: 404, code: 404 },
  conflicting_credentials: { status: 400, code: 400 },
  key_in_query: { status: 400, code: 400 },
  too_many_symbols: { status: 400, code: 400 },
  invalid_format: { status: 400, code: 400 },
  not_acceptable: { status: 406, code: 406 },
  websocket_only: { status: 426, code: 426 },
  range_reversed: { status: 400, code: 400 },
  too_many_concurrent: { status: 429, code: 429 },
  uri_too_long: { status: 414, code: 414 },
  invalid_encoding: { status: 400, code: 400 },
  invalid_path: { status: 400, code: 400 },
  // pushed data
  not_a_feed_key: { status: 403, code: 403 },
  outside_feed_key: { status: 403, code: 403 },
  body_undecodable: { status: 400, code: 400 },
  line_too_long: { status: 400, code: 400 },
  invalid_sequence: { status: 400, code: 400 },
  feed_behind: { status: 503, code: 503 },
  // the live stream
  auth_timeout: { status: 401, code: 401 },
  unknown_action: { status: 400, code: 400 },
  invalid_type: { status: 400, code: 400 },
  too_many_subscriptions: { status: 403, code: 403 },
  resume_invalid: { status: 400, code: 400 },
  max_connections: { status: 429, code: 429 },
  replaced_by_newer: { status: 429, code: 429 },
  closed_by_owner: { status: 409, code: 409 },
  slow_consumer: { status: 429, code: 429 },
  binary_refused: { status: 400, code: 400 },
  restarting: { status: 503, code: 503 },
} as const satisfies Record<string, { status: number; code: number }>

export type ErrorName = keyof typeof errorCatalogue

export function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(errorCatalogue, name)
}

export type RefusalDetail = {
  /** The field or query parameter that is wrong. */
  param?: string
  /** Seconds until a retry may succeed; sent as `Retry-After`. */
  retryAfter?: number
  /** Values for the placeholders of the message. */
  values?: Record<string, string | number>
  /** Mistakes in the input. The message describes the first mistake; `problems` in the body describes all mistakes. */
  problems?: readonly Problem[]
  /** Further public fields of the body, such as `reason` and `suggestions`. */
  extra?: Record<string, unknown>
  /** Further response headers in lower case, such as `allow` and `ratelimit`. */
  headers?: Record<string, string>
}

const mark = Symbol.for('refusal')

/** An expected refusal of the catalogue. Use `isRefusal`, never `instanceof`: bundles may contain this class twice. */
export class Refusal extends Error {
  readonly [mark] = true
  readonly error: ErrorName
  readonly detail: RefusalDetail

  constructor(error: ErrorName, detail: RefusalDetail = {}) {
    super(error)
    this.name = 'Refusal'
    this.error = error
    this.detail = detail
  }
}

/** Creates a refusal to throw: `throw refuse('order_unpaid')`. */
export function refuse(error: ErrorName, detail?: RefusalDetail): Refusal {
  return new Refusal(error, detail)
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && mark in value
}

/** Whether the server or one of its dependencies is at fault, and not the caller. */
export function isFault({ error }: Refusal): boolean {
  return errorCatalogue[error].status >= 500
}

/**
 * Mistakes in documents that a person sends: a document of plans, a brand, a file of sweeps, a file to import.
 * Texts in three languages are in `src/locales/<locale>/problems.ts` under the same names (checked by types).
 */
export const problemNames = [
  // a document of plans
  'not_a_document',
  'unknown_field',
  'missing_field',
  'wrong_type',
  'not_whole',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'not_a_plan_id',
  'not_a_price',
  'not_one_of',
  'not_a_plan_name',
  'name_untranslated',
  'plan_twice',
  'plan_missing',
  'plan_unknown',
  'class_foreign',
  'value_twice',
  'price_not_null',
  'price_not_free',
  'price_not_positive',
  'price_falls',
  'delay_too_long',
  // a brand
  'accent_pale',
  'accent_unreadable',
  'picture_large',
  'picture_kind',
  'picture_broken',
  'picture_part',
  'picture_outside',
  'picture_size',
  'picture_square',
  'picture_faint',
  // a file of sweeps
  'sweep_columns',
  'sweep_not_json',
  'sweep_twice',
  'sweep_recorded',
  'sweep_network',
  'sweep_address',
  'sweep_hash',
  'sweep_amount',
  'sweep_too_much',
  // a file to import
  'file_name',
  'file_interval',
  'file_symbol',
  'file_no_interval',
  'file_columns',
  'file_line_too_long',
  'file_missing',
  'file_cut_off',
  'file_not_dbn',
  'file_dbn_schema',
  'file_not_parquet',
  'file_parquet_columns',
  'file_parquet_group',
  'file_unpacks_too_far',
  'file_rows_refused',
  'file_too_many_rows',
  'file_incomplete',
  'file_empty',
  'file_no_rows',
  'file_format',
  'file_no_table',
  'file_names_unknown',
  'file_columns_missing',
  'file_columns_unnamed',
  'file_column_twice',
  'file_columns_two',
  'file_ticks_unnamed',
  'file_separators',
  'file_marks',
  'file_dates',
  'file_dates_mixed',
  'file_times',
  'file_time_digits',
  'file_day_times',
  'file_other_code',
  'file_no_code',
  'file_nothing_taken',
  'file_other',
  'import_failed',
  'import_broke_off',
  'import_memory',
  'import_time',
] as const
export type ProblemName = (typeof problemNames)[number]

/** A mistake in a document; `values` fill the placeholders of its text. */
export type Problem = { name: ProblemName; values: Record<string, string | number> }

export function problemOf(name: ProblemName, values: Problem['values'] = {}): Problem {
  return { name, values }
}

export function isProblemName(name: string): name is ProblemName {
  return problemNames.some((known) => known === name)
}
