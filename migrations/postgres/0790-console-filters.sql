-- The inbox of one person of the staff, and the other tickets of a visitor.
create index tickets_assignee on tickets (assignee_id, changed_at desc, id desc);
create index tickets_visitor on tickets (email, changed_at desc, id desc) where account_id is null;
