package marketdata

import (
	"context"
	"math/rand/v2"
	"time"
)

// Backoff defines the waits between attempts. They double from Shortest to Longest; each is random in its upper half.
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
