package marketdata

import (
	"fmt"
	"time"
)

// Kind classifies an Error.
type Kind string

// The kinds of an Error.
const (
	KindKey     Kind = "key"     // 401: no valid key
	KindPlan    Kind = "plan"    // 403: the plan does not include the data, or has ended
	KindUnknown Kind = "unknown" // 404: unknown symbol or path; Detail["suggestions"] has similar symbols
	KindRequest Kind = "request" // other 4xx: the request is wrong; Param names the parameter
	KindLimit   Kind = "limit"   // 429: see RetryAfter
	KindServer  Kind = "server"  // 5xx, or a response that is not from the gateway
	KindNetwork Kind = "network" // no response
)

// Error is a refusal or a failure, with all details that the server sent. A call whose context ends returns the error
// of the context instead.
type Error struct {
	Kind Kind

	// Status is the HTTP status; 0 without a response. For a refusal of the stream, it is the status that REST uses for
	// the same refusal.
	Status int

	// Code is the product's error code, or the HTTP status if the response has none.
	Code int

	// Name is the stable name of the error: rate_limited, unknown_symbol, not_in_plan, network …
	Name    string
	Message string

	// RequestID is the id of the request, which support needs.
	RequestID string

	// Param is the name of the wrong parameter.
	Param string

	// RetryAfter is the time after which a retry is worthwhile; 0 if the gateway sent none.
	RetryAfter time.Duration

	// Detail has the other fields of the refusal: reason, suggestions …
	Detail map[string]any

	cause error
}

func (e *Error) Error() string {
	return fmt.Sprintf("marketdata: %s (%s)", e.Message, e.Name)
}

// Unwrap returns the network error, if there was one.
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
	// A status below 400 with a body that the gateway did not write comes from a proxy in front of the gateway.
	return KindServer
}
