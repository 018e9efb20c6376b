-- Requests that wait keep matching the verbs, which name the reason for the customer and the note for colleagues apart.
update staff_approval set input = input || '{"note": ""}'
  where closed_at is null and verb in ('credit.adjust', 'order.settle_by_hand') and not input ? 'note';
update staff_approval set input = input || jsonb_build_object('reason', input -> 'note', 'note', '')
  where closed_at is null and verb = 'ledger.refund' and not input ? 'reason';
