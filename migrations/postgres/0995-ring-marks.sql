-- A text that each key of the key ring sealed at its first start: a ring with another key of that number does not open it.
create table ring_mark (
  version int primary key,
  sealed text not null
);
