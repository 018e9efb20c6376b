-- Two Chinese characters make no trigram; so few instruments have Chinese names that scanning those alone is quick.
create index instruments_chinese on instruments (id) where name_cn <> '' or name_hk <> '';
create index instruments_lookup_class on instruments (class, lookup text_pattern_ops);
