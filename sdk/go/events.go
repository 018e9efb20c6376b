package tapewire

import "time"

// Event is what a Stream gives: TickUpdate, QuoteUpdate, DepthUpdate, KlineUpdate, Gap, Rejected, Heartbeat or State.
type Event interface{ isEvent() }

// TickUpdate is a trade. Symbol is stock:AAPL$US as subscribed.
type TickUpdate struct {
	Symbol string `json:"symbol"`
	TickEvent
}

// QuoteUpdate are the session's running figures; Skipped counts older ones that a slow reader did not get.
type QuoteUpdate struct {
	Symbol string `json:"symbol"`
	QuoteEvent
}

// DepthUpdate is the order book; Skipped counts older ones that a slow reader did not get.
type DepthUpdate struct {
	Symbol string `json:"symbol"`
	DepthEvent
}

// KlineUpdate is a bar, running or final; Skipped counts older ones that a slow reader did not get.
type KlineUpdate struct {
	Symbol string `json:"symbol"`
	KlineEvent
}

// Gap tells that the events From to To of one symbol and type are lost; Rest is the path that fills them.
type Gap struct {
	Symbol string
	Type   string

	// From and To are the first and the last missing seq.
	From int64
	To   int64
	Rest string
}

// Rejected is a symbol (empty: the whole request) that the gateway refused.
type Rejected struct {
	Symbol  string
	Name    string
	Message string

	// Limit is the plan's, when it was exceeded; else 0.
	Limit int
}

// Heartbeat is a sign of life of a quiet connection.
type Heartbeat struct {
	// T is ms, UTC.
	T int64

	// Markets are open or closed, by class.
	Markets map[AssetClass]string
}

// State is the state of the connection: connecting, live or waiting, with the wait to the next attempt and its reason.
type State struct {
	State  string
	Wait   time.Duration
	Reason string
}

func (TickUpdate) isEvent()  {}
func (QuoteUpdate) isEvent() {}
func (DepthUpdate) isEvent() {}
func (KlineUpdate) isEvent() {}
func (Gap) isEvent()         {}
func (Rejected) isEvent()    {}
func (Heartbeat) isEvent()   {}
func (State) isEvent()       {}
