-- Figures of imported statements whose names lost their capitals get the names that the API uses. Where both spellings stand
-- in one row, the API's is kept.
update fundamentals set values = (
  select jsonb_object_agg(coalesce(named.name, figure.key), figure.value order by figure.key = coalesce(named.name, figure.key))
  from jsonb_each(fundamentals.values) figure
  left join unnest(array['grossProfit', 'operatingIncome', 'netIncome', 'operatingCashFlow', 'netMargin', 'returnOnEquity'])
    as named (name) on lower(named.name) = figure.key
)
where source = 'import' and values <> '{}'::jsonb;
