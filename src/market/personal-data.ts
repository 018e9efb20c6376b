import { plainTable, type TableRecord } from '#src/platform/personal-data.ts'

export const marketRecords: readonly TableRecord[] = [
  plainTable(
    'instruments',
    `id class region exchange code lookup name name_cn name_hk currency isin sector industry price_step lot start_price
    state liquidity home root expires_on listed_on source updated_at version edited`,
  ),
  plainTable('instrument_aliases', 'instrument_id class lookup valid_until'),
  plainTable('search_aliases', 'alias class region code place'),
  plainTable('instrument_merges', 'from_id into_id exchange code begun_at merged_at'),
  plainTable('bar_sources', 'instrument_id interval source first_time last_time last_close updated_at'),
  plainTable('factors', 'instrument_id date price_factor split_factor reference_price source'),
  plainTable('factor_base', 'instrument_id date price_factor split_factor reference_price source'),
  plainTable(
    'corporate_action_edit',
    'instrument_id kind ex_date last_date step reference_price is_removed before changed_at',
  ),
  begunByStaff(
    'imports',
    `id kind file target state rows accepted quarantined corrected reasons options head
    released_from started_at finished_at source phase upload path flags bytes received modified_at version attempts
    pauses not_before fraction failure queued_at changed_at`,
  ),
  plainTable('quarantine_row', 'import_id line reason content state version'),
  begunByStaff(
    'uploads',
    `id kind file bytes received options state version import_id fraction rows failure begun_at changed_at`,
  ),
  plainTable('feed_key', 'id source classes regions creates secret_hash head tail created_at revoked_at'),
  plainTable('feed_producer', 'key_id name mark heard_at'),
  plainTable('fed_instrument', 'instrument_id source since'),
  plainTable('source_order', 'scope sources changed_at'),
  plainTable('source_switch', 'id instrument_id source before at'),
  plainTable('column_map', 'name columns changed_at'),
  plainTable('watched_file', 'name bytes modified_at failure taken_at'),
  plainTable('followed_source', 'source state note since heard_at'),
  plainTable('followed_place', 'source key place'),
  plainTable('followed_choice', 'source keys missing'),
  plainTable('followed_gap', 'id source key first_at last_at noticed_at filled_at filled_by'),
  plainTable('data_job', 'id kind scope state version place done total result begun_at changed_at'),
  plainTable(
    'bar_finding',
    'id instrument_id interval kind first_time last_time detail state version note found_at changed_at',
  ),
  plainTable('checked_night', 'class night nights'),
  plainTable('coverage', 'class exchange kind instruments rows first_time last_time sources'),
  plainTable('coverage_count', 'id counted_at begun_at ms'),
  plainTable('day_file', 'class region kind form day rows bytes sha256 modified_at'),
  plainTable('coverage_recent', 'class exchange interval instruments present expected'),
  plainTable('calendar_day', 'calendar date kind name minutes changed_at'),
  plainTable('calendar_version', 'calendar version'),
  plainTable('companies', 'instrument_id website description employees shares float_shares dividend_yield source'),
  plainTable('fundamentals', 'instrument_id period_end period values source reported_on'),
  plainTable('splits', 'instrument_id ex_date new_shares old_shares source'),
  plainTable('dividends', 'instrument_id ex_date amount currency record_date pay_date source'),
  plainTable('ipos', 'region code name exchange list_date price_low price_high price currency shares source'),
  plainTable('archived_file', 'id name kind day state scope rows bytes sha256 changed_at'),
  plainTable('archived_part', 'file_id instrument_id stored_as rows first_time last_time sources quoted'),
  plainTable('tape_places', 'channel place noted_at'),
  plainTable('tape_gaps', 'id channel after_place to_place noticed_at'),
]

/**
 * A table whose column `begun_by` names the staff account that created the row. The name is deleted with the account.
 */
function begunByStaff(table: string, columns: string): TableRecord {
  return {
    table,
    columns: { ...plainTable(table, columns).columns, begun_by: 'log, withheld' },
    personal: {
      whose: { by: 'accountId', columns: ['begun_by'] },
      deletion: { how: 'erase', set: { begun_by: 'null' }, keeps: 'the import, without the one who began it' },
      exported: { nowhere: 'what the staff did; the log holds it' },
    },
  }
}

export const marketColumnRecords: readonly TableRecord[] = [
  plainTable('bars', 'instrument interval time open high low close volume turnover source version'),
  plainTable('ticks', 'instrument time seq price volume side bid ask source version'),
  plainTable('bar_numbers', 'instrument time seq'),
  plainTable('best_quotes', 'instrument time seq bid bid_volume ask ask_volume source version'),
  plainTable('bar_corrections', 'instrument interval time old_values new_values source recorded'),
]
