// Package tapewire reads REST and the live stream of a Tapewire data gateway.
//
//	client := tapewire.New(tapewire.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
//	bars, err := client.Kline(ctx, tapewire.KlineInput{Class: "stock", Region: "US", Code: "AAPL", Interval: "1d", Limit: 3})
//
// Times are ms UTC, prices in the quote currency, unless a field says otherwise.
package tapewire

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// Options say which gateway a Client reads and how; only APIURL and a key are needed.
type Options struct {
	// APIURL is the origin of the data gateway, for instance http://localhost:3001.
	APIURL string

	// Key is the key; KeyFunc, where set, fetches one for each attempt, for short-lived search tokens.
	Key     string
	KeyFunc func(context.Context) (string, error)

	// Retries of a call after 408, 425, 429, 5xx and broken connections; 0: 2, negative: none.
	Retries int

	// LongestWait: a longer Retry-After returns its error at once; 0: 60 s.
	LongestWait time.Duration

	// Timeout of one attempt; 0: 30 s.
	Timeout time.Duration

	// Silence: a connection of the stream without any message for this long is dead; 0: 25 s.
	Silence time.Duration

	// Lang is the language of messages: en-US, zh-CN, zh-HK.
	Lang string

	// Backoff are the waits before attempts; zero: 0.5 s to 30 s.
	Backoff Backoff

	// HTTPClient makes the requests; nil: a client with connections of its own.
	HTTPClient *http.Client
}

// Client makes the calls of one gateway. It may be used from many goroutines.
type Client struct {
	options Options

	mutex     sync.Mutex
	rateLimit *RateLimit
}

// RateLimit is the allowance after the last answer, from its X-RateLimit-* headers.
type RateLimit struct {
	Limit     int
	Remaining int
	ResetsAt  time.Time
}

// New makes a client; it connects when a call needs it.
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

// ownHTTPClient has its own connections: the transport of net/http sends a request again by itself when a connection
// that others used before is broken.
func ownHTTPClient() *http.Client {
	if transport, ok := http.DefaultTransport.(*http.Transport); ok {
		return &http.Client{Transport: transport.Clone()}
	}
	return http.DefaultClient
}

// RateLimit is nil before the first answer.
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
