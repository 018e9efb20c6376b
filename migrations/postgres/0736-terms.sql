-- What a subscription bought last: upgrades are priced by that period and its days, months are counted from the anchor day.
alter table api_key add column period text not null default 'month'
  check (period in ('month', 'quarter', 'half-year', 'year'));
alter table api_key add column period_days int not null default 30 check (period_days > 0);
alter table api_key add column anchor_day int not null default 1 check (anchor_day between 1 and 31);
-- Granted by the operator: only a person renews or upgrades it.
alter table api_key add column customised boolean not null default false;

-- Where an order is known, its period; an integrated key goes on with what its account bought.
update api_key k set period = bought.period
  from (select distinct on (k.id) k.id, o.period
    from api_key k join billing_order o on o.account_id = k.account_id and o.kind <> 'upgrade'
    join entitlement_grant g on g.order_no = o.no
    where g.key_id = k.id or (k.market = 'integrated' and o.plan_id like 'integrated-%')
    order by k.id, g.granted_at desc) bought
  where bought.id = k.id;

update api_key k set
  period_days = ends.at::date - (ends.at - (case k.period
    when 'quarter' then interval '3 months' when 'half-year' then interval '6 months' when 'year' then interval '1 year'
    else interval '1 month' end))::date,
  anchor_day = extract(day from ends.at)
  from (select id, expires_at at time zone 'UTC' as at from api_key) ends where ends.id = k.id;

-- The day of the first purchase, where the end of the subscription still follows from it: 28 February from 31 January.
update api_key k set anchor_day = began.day
  from (select k.id, extract(day from max(g.granted_at) at time zone 'UTC') as day,
      extract(day from k.expires_at at time zone 'UTC') as ends,
      extract(day from date_trunc('month', k.expires_at at time zone 'UTC') + interval '1 month - 1 day') as longest
    from api_key k join billing_order o on o.account_id = k.account_id and o.kind = 'purchase'
    join entitlement_grant g on g.order_no = o.no
    where g.key_id = k.id or (k.market = 'integrated' and o.plan_id like 'integrated-%')
    group by k.id) began
  where began.id = k.id and least(began.day, began.longest) = began.ends;

update api_key k set customised = true where plan_id like '%-enterprise' or exists (select 1 from audit a
  where a.action = 'subscription.grant' and a.detail->>'keyId' = k.id and a.detail->>'planId' = k.plan_id
    and (a.detail->>'expiresAt')::numeric = floor(extract(epoch from k.expires_at) * 1000));
