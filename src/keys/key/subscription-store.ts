import { sql } from 'kysely'

/**
 * Whether a row of `api_key` is a subscription: a live key, or the last integrated key of an account without a live
 * integrated key, because the plan of a revoked integrated key continues. Deleted accounts have no subscriptions.
 */
export const isSubscription = sql<boolean>`(api_key.revoked_at is null or api_key.market = 'integrated'
  and not exists (select from api_key later where later.account_id = api_key.account_id and later.market = 'integrated'
    and (later.revoked_at is null or later.revoked_at > api_key.revoked_at))
  and exists (select from account where account.id = api_key.account_id and account.disabled_at is null))`
