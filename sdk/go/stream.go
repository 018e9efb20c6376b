package marketdata

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

const (
	frameBytesMax = 16 << 20

	noConnection = websocket.StatusCode(1006)
	authClosed   = websocket.StatusCode(4001)
	planClosed   = websocket.StatusCode(4003)
	ownerClosed  = websocket.StatusCode(4010)
)

// Stream is the live stream. Events connects, and reconnects with growing, random waits. After a reconnect, each
// subscription continues after the last received event. Events that the gateway no longer has are reported as a Gap.
type Stream struct {
	client *Client

	mutex   sync.Mutex
	lanes   lanes
	socket  *websocket.Conn
	isLive  bool
	attempt int
	name    string
	message string

	// asked has the requests of the connection that have no reply yet, by their number; number is the newest.
	asked  map[int]message
	number int
}

// Stream creates a separate stream, which connects when its events are read.
func (c *Client) Stream() *Stream {
	return &Stream{client: c}
}

// Subscribe subscribes to types (tick, quote, depth, kline@1m …; by default quote) of symbols (class:CODE$REGION). It may
// be called from any goroutine. Refusals arrive as Rejected.
func (s *Stream) Subscribe(symbols []string, types ...string) {
	if len(types) == 0 {
		types = []string{"quote"}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if added := s.lanes.add(symbols, types); s.isLive {
		s.request("subscribe", added)
	}
}

// Unsubscribe ends the subscription to types (by default quote) of symbols.
func (s *Stream) Unsubscribe(symbols []string, types ...string) {
	if len(types) == 0 {
		types = []string{"quote"}
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if removed := s.lanes.removeNamed(symbols, types); s.isLive {
		s.request("unsubscribe", removed)
	}
}

// Instruments returns the number of distinct subscribed instruments, which count against the plan.
func (s *Stream) Instruments() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.lanes.instruments()
}

// Events returns the events of the stream; only one loop at a time may read them. The loop ends with an error: an *Error
// when the key or the plan is refused, or the error of the context when the context ends.
func (s *Stream) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		if err := checkAddress(s.client.options.APIURL); err != nil {
			yield(nil, err)
			return
		}
		for {
			if !yield(State{State: "connecting"}, nil) {
				return
			}
			err := s.follow(ctx, yield)
			s.drop()
			if errors.Is(err, errStopped) {
				return
			}
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			waiting, refusal := s.afterClose(err)
			if refusal != nil {
				yield(nil, refusal)
				return
			}
			if !yield(waiting, nil) {
				return
			}
			if err := pause(ctx, waiting.Wait); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// errStopped means that the reader has left its loop.
var errStopped = errors.New("stopped")

// follow reads one connection until it ends.
func (s *Stream) follow(ctx context.Context, yield func(Event, error) bool) error {
	options := s.client.options
	address := "ws" + strings.TrimPrefix(strings.TrimRight(options.APIURL, "/"), "http") + "/stream?batch=1&events=1"
	opening, cancel := context.WithTimeout(ctx, options.Silence)
	defer cancel()
	socket, _, err := websocket.Dial(opening, address, &websocket.DialOptions{HTTPClient: options.HTTPClient})
	if err != nil {
		return err
	}
	socket.SetReadLimit(frameBytesMax)
	key, err := s.client.key(opening)
	if err != nil {
		socket.CloseNow()
		return err
	}
	s.mutex.Lock()
	s.socket = socket
	s.send(message{Action: "auth", Params: key})
	s.mutex.Unlock()
	for {
		text, err := s.read(ctx, socket)
		if err != nil {
			return err
		}
		frames, err := framesIn(text)
		if err != nil {
			return err
		}
		for _, event := range s.take(frames) {
			if !yield(event, nil) {
				return errStopped
			}
		}
	}
}

func (s *Stream) read(ctx context.Context, socket *websocket.Conn) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, s.client.options.Silence)
	defer cancel()
	_, text, err := socket.Read(limited)
	if limited.Err() != nil {
		return nil, errors.New("silence")
	}
	return text, err
}

// request sends the requests for lanes with numbers.
func (s *Stream) request(action string, wanted []*lane) {
	requests := requestsFor(action, wanted)
	for at := range requests {
		s.number++
		requests[at].ID = s.number
		s.asked[s.number] = requests[at]
	}
	s.send(requests...)
}

// send writes messages. It ignores a failure, because the next read of the broken connection fails, too.
func (s *Stream) send(messages ...message) {
	if s.socket == nil {
		return
	}
	limited, cancel := context.WithTimeout(context.Background(), s.client.options.Silence)
	defer cancel()
	for _, one := range messages {
		text, _ := json.Marshal(one)
		if s.socket.Write(limited, websocket.MessageText, text) != nil {
			return
		}
	}
}

func (s *Stream) drop() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.socket != nil {
		s.socket.CloseNow()
	}
	s.socket = nil
	s.isLive = false
}

// afterClose returns the wait before the next connection, or a refusal after which there is no further attempt.
func (s *Stream) afterClose(err error) (State, *Error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	name, text := s.name, s.message
	s.name, s.message = "", ""
	code, reason := noConnection, err.Error()
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		code, reason = closed.Code, closed.Reason
	}
	if name == "" {
		name = reason
	}
	isKey := code == ownerClosed || code == authClosed && s.client.options.KeyFunc == nil && name != "auth_timeout"
	if isKey || code == planClosed {
		status := 401
		if code == planClosed {
			status = 403
		}
		return State{}, &Error{Kind: kindOf(status), Status: status, Code: int(code), Name: name, Message: text, cause: err}
	}
	wait := s.client.options.Backoff.Wait(s.attempt)
	s.attempt++
	return State{State: "waiting", Wait: wait, Reason: name}, nil
}
