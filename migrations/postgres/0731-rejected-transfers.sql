-- Rejected transfers are judged again for a day.
create index transfer_observation_rejected on transfer_observation (network, block_number) where state = 'rejected';
