-- Incidents name TRON addresses in TRON's own form. Old ones are closed; the audit opens those that are still true.
update payment_incident set closed_at = now(), note = 'opened again with the address as wallets show it'
where closed_at is null and subject like 'TRC20:0x%';
-- A deposit that was booked in the meantime needs nobody.
update payment_incident i set closed_at = now(), note = 'recovered by itself'
where kind = 'not_settled' and closed_at is null and exists (select 1 from transfer_observation o
  where o.network = i.network and o.tx_hash = i.subject and o.state = 'confirmed');
