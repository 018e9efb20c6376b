package marketdata

import "time"

// Event is an event of a Stream: TickUpdate, QuoteUpdate, DepthUpdate, KlineUpdate, Gap, Rejected, Heartbeat or State.
type Event interface{ isEvent() }

// TickUpdate is a trade. Symbol is written as subscribed, such as stock:AAPL$US.
type TickUpdate struct {
	Symbol string `json:"symbol"`
	TickEvent
}

// QuoteUpdate has the figures of the current session. Skipped counts the older quotes that a slow reader did not get.
type QuoteUpdate struct {
	Symbol string `json:"symbol"`
	QuoteEvent
}

// DepthUpdate is the order book. Skipped counts the older order books that a slow reader did not get.
type DepthUpdate struct {
	Symbol string `json:"symbol"`
	DepthEvent
}

// KlineUpdate is a running or final bar. Skipped counts the older states that a slow reader did not get.
type KlineUpdate struct {
	Symbol string `json:"symbol"`
	KlineEvent
}

// Gap reports lost events of one symbol and type. Rest is the path of the REST call that fills the gap.
type Gap struct {
	Symbol string
	Type   string

	// From and To are the first and the last missing sequence number.
	From int64
	To   int64
	Rest string
}

// Rejected is a symbol that the gateway refused; an empty symbol means the whole request.
type Rejected struct {
	Symbol  string
	Name    string
	Message string

	// Limit is the limit of the plan that was exceeded; otherwise 0.
	Limit int
}

// Heartbeat shows that a quiet connection is alive.
type Heartbeat struct {
	// T is the time in ms UTC.
	T int64

	// Markets has the state of the markets of each class: open or closed.
	Markets map[AssetClass]string

	// Ages has the seconds since the newest event of each class, whoever subscribed to it.
	Ages map[AssetClass]float64

	// Replaced has the subscribed symbols whose stored history was just replaced, such as by an import.
	Replaced []string
}

// State is the state of the connection: connecting, live or waiting. In waiting, Wait is the time until the next
// attempt, and Reason says why there is no connection.
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
