// Package marketdata reads REST and the live stream of a market data gateway.
//
//	client := marketdata.New(marketdata.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
//	bars, err := client.Kline(ctx, marketdata.KlineInput{Class: "stock", Region: "US", Code: "AAPL", Interval: "1d", Limit: 3})
//
// Times are in ms UTC and prices in the quote currency, unless the description of a field says otherwise.
package marketdata

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Options configure a Client. Only APIURL and a key are required.
type Options struct {
	// APIURL is the origin of the data gateway, for instance http://localhost:3001.
	APIURL string

	// Key is the API key. If KeyFunc is set, it returns a key for each attempt, for short-lived search tokens.
	Key     string
	KeyFunc func(context.Context) (string, error)

	// Retries is the number of retries of a call after 408, 425, 429, 500, 502, 503, 504 and broken connections. 0 means
	// 2; a negative number turns retries off.
	Retries int

	// LongestWait is the longest wait before a retry. After a longer Retry-After, the call returns the error at once. 0
	// means 60 s.
	LongestWait time.Duration

	// Timeout limits one attempt. 0 means 30 s.
	Timeout time.Duration

	// Silence is the time without any message after which a connection of the stream counts as dead. 0 means 25 s.
	Silence time.Duration

	// Lang is the language of messages: en-US, zh-CN, zh-HK.
	Lang string

	// Backoff defines the waits before attempts. The zero value means 0.5 s to 30 s.
	Backoff Backoff

	// OnRetry is called before the wait for another attempt, for a log.
	OnRetry func(Retry)

	// HTTPClient makes the requests. nil means a client with separate connections that uses the proxy in HTTP_PROXY and
	// HTTPS_PROXY.
	HTTPClient *http.Client
}

// Retry is a failed attempt, counted from 1, and the wait before the next attempt.
type Retry struct {
	Err     error
	Attempt int
	Wait    time.Duration
}

// Client calls one gateway. It is safe for concurrent use.
type Client struct {
	options Options

	mutex     sync.Mutex
	rateLimit *RateLimit
}

// RateLimit is the rate limit after the last response, from its X-RateLimit-* headers.
type RateLimit struct {
	Limit     int
	Remaining int
	ResetsAt  time.Time
}

// New creates a client, which connects at its first call.
func New(options Options) *Client {
	if options.Retries == 0 {
		options.Retries = 2
	}
	if options.LongestWait == 0 {
		options.LongestWait = time.Minute
	}
	if options.Timeout == 0 {
		options.Timeout = 30 * time.Second
	}
	if options.Silence == 0 {
		options.Silence = 25 * time.Second
	}
	if options.Backoff == (Backoff{}) {
		options.Backoff = Backoff{Shortest: 500 * time.Millisecond, Longest: 30 * time.Second}
	}
	if options.HTTPClient == nil {
		options.HTTPClient = ownHTTPClient()
	}
	return &Client{options: options}
}

// ownHTTPClient returns a client with connections of its own. On a connection that was used before, net/http may repeat
// a request without the knowledge of this package. It follows no redirect, because a redirect could send the key to
// another host.
func ownHTTPClient() *http.Client {
	own := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		own.Transport = transport.Clone()
	}
	return own
}

// RateLimit returns the rate limit after the last response; nil before the first response.
func (c *Client) RateLimit() *RateLimit {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.rateLimit
}

func (c *Client) key(ctx context.Context) (string, error) {
	if c.options.KeyFunc != nil {
		return c.options.KeyFunc(ctx)
	}
	return c.options.Key, nil
}
