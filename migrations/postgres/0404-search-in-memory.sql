-- Search answers from memory: what it needed of the database only made imports slow.
alter table instruments drop column search_text;
drop index instruments_chinese;
drop index instruments_lookup_class;
drop index instruments_name;
drop index instruments_code;
