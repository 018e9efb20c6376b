package tapewire

import (
	"fmt"
	"time"
)

// Kind is what went wrong in one word.
type Kind string

// The kinds of an Error.
const (
	KindKey     Kind = "key"     // 401: no valid key
	KindPlan    Kind = "plan"    // 403: the plan does not have it, or has ended
	KindUnknown Kind = "unknown" // 404: no such symbol; Detail["suggestions"] has similar ones
	KindRequest Kind = "request" // other 4xx: Param names the parameter
	KindLimit   Kind = "limit"   // 429: see RetryAfter
	KindServer  Kind = "server"  // 5xx, or an answer that is not the gateway's
	KindNetwork Kind = "network" // no answer
)

// Error is a refusal or a failure, with all details from the server. A call that its context ended returns the error
// of the context instead.
type Error struct {
	Kind Kind

	// Status of HTTP; 0 when no answer came. Of a stream: the status that REST would have answered.
	Status int

	// Code is the product's number, or the status.
	Code int

	// Name is stable: rate_limited, unknown_symbol, not_in_plan, network …
	Name    string
	Message string

	// RequestID is what support asks for.
	RequestID string

	// Param is the parameter at fault.
	Param string

	// RetryAfter: a retry is worthwhile after this; 0 where the gateway named none.
	RetryAfter time.Duration

	// Detail are all other fields beside the name: reason, suggestions …
	Detail map[string]any

	cause error
}

func (e *Error) Error() string {
	return fmt.Sprintf("tapewire: %s (%s)", e.Message, e.Name)
}

// Unwrap is the failure of the network, where there was one.
func (e *Error) Unwrap() error {
	return e.cause
}

func kindOf(status int) Kind {
	switch {
	case status == 0:
		return KindNetwork
	case status == 401:
		return KindKey
	case status == 403:
		return KindPlan
	case status == 404:
		return KindUnknown
	case status == 429:
		return KindLimit
	case status >= 400 && status < 500:
		return KindRequest
	}
	// A success that is no answer of the gateway comes from something before it.
	return KindServer
}
