-- Why an import failed is kept as the name of a problem with its values, so that each reader has it in their language.

alter table uploads alter column failure type jsonb
  using case when failure is null then null else '{"name": "import_failed", "values": {}}'::jsonb end;
