package marketdata

import (
	"context"
	"math/rand/v2"
	"time"
)

// Backoff defines the waits between attempts. A full wait doubles from Shortest to Longest. Each wait is random between
// half of the full wait and the full wait.
type Backoff struct {
	Shortest time.Duration
	Longest  time.Duration
}

// Wait returns the wait before an attempt; attempts count from 0. It is random, so that clients do not all reconnect at
// once.
func (b Backoff) Wait(attempt int) time.Duration {
	full := min(float64(b.Longest), float64(b.Shortest)*float64(uint64(1)<<min(attempt, 30)))
	return time.Duration(full/2 + full/2*rand.Float64())
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
