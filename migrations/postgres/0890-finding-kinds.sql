-- The newest findings of one kind, which may be rare among very many.
create index bar_finding_kinds on bar_finding (state, kind, id desc);
