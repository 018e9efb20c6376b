// Runs the behaviour cases with the module: cases <folder of the cases> <origin>. Prints one JSON line per case.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	marketdata "market-data-client"
)

type testCase struct {
	Name      string         `json:"name"`
	Call      string         `json:"call"`
	Rows      bool           `json:"rows"`
	Download  string         `json:"download"`
	Input     map[string]any `json:"input"`
	Instants  []string       `json:"instants"`
	TimeoutMs int            `json:"timeoutMs"`
	SilenceMs int            `json:"silenceMs"`
	Symbols   []string       `json:"symbols"`
	Types     []string       `json:"types"`
	Events    []any          `json:"events"`
}

type outcome map[string]any

const waitMax = 8 * time.Second

func (one testCase) client() *marketdata.Client {
	return marketdata.New(marketdata.Options{
		APIURL:  os.Args[2],
		Key:     url.PathEscape(one.Name),
		Timeout: time.Duration(one.TimeoutMs) * time.Millisecond,
		Silence: time.Duration(one.SilenceMs) * time.Millisecond,
		Backoff: marketdata.Backoff{Shortest: time.Millisecond, Longest: 2 * time.Millisecond},
	})
}

// method returns the client method of the case, and its input.
func (one testCase) method(client *marketdata.Client, end string) (reflect.Value, []reflect.Value) {
	for _, name := range one.Instants {
		one.Input[name] = time.UnixMilli(int64(one.Input[name].(float64))).UTC()
	}
	text, _ := json.Marshal(one.Input)
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(one.Call[:1]) + one.Call[1:] + end)
	input := reflect.New(method.Type().In(1))
	if err := json.Unmarshal(text, input.Interface()); err != nil {
		panic(err)
	}
	return method, []reflect.Value{reflect.ValueOf(context.Background()), input.Elem()}
}

func (one testCase) download(client *marketdata.Client) outcome {
	query := url.Values{}
	for name, value := range one.Input {
		query.Set(name, fmt.Sprint(value))
	}
	reader, err := client.Download(context.Background(), one.Download, query)
	if err != nil {
		return refused(err)
	}
	defer reader.Close()
	bytes, err := io.ReadAll(reader)
	if err != nil {
		return refused(err)
	}
	return outcome{"bytes": string(bytes)}
}

func (one testCase) rest() outcome {
	client := one.client()
	if one.Download != "" {
		return one.download(client)
	}
	if one.Rows {
		method, arguments := one.method(client, "Rows")
		rows := []any{}
		for row, failure := range method.Call(arguments)[0].Seq2() {
			if err, _ := failure.Interface().(error); err != nil {
				return refused(err)
			}
			rows = append(rows, row.Interface())
		}
		return outcome{"rows": rows}
	}
	method, arguments := one.method(client, "")
	results := method.Call(arguments)
	if err, _ := results[1].Interface().(error); err != nil {
		return refused(err)
	}
	text, _ := json.Marshal(results[0].Interface())
	answered := outcome{}
	_ = json.Unmarshal(text, &answered)
	if limit := client.RateLimit(); limit != nil {
		answered["allowance"] = outcome{"limit": limit.Limit, "remaining": limit.Remaining}
	}
	if answered["reasons"] == nil {
		answered["reasons"] = outcome{}
	}
	return answered
}

func refused(err error) outcome {
	var e *marketdata.Error
	if !errors.As(err, &e) {
		panic(err)
	}
	facts := outcome{"kind": e.Kind, "status": e.Status, "code": e.Code, "error": e.Name, "requestId": e.RequestID}
	facts["param"], facts["detail"], facts["retryAfter"] = e.Param, e.Detail, e.RetryAfter.Seconds()
	return outcome{"error": facts}
}

func (one testCase) stream() outcome {
	events := []any{}
	ctx, cancel := context.WithTimeout(context.Background(), waitMax)
	defer cancel()
	stream := one.client().Stream()
	stream.Subscribe(one.Symbols, one.Types...)
	for event, err := range iter.Seq2[marketdata.Event, error](stream.Events(ctx)) {
		events = slices.Concat(events, told(event, err))
		if len(events) >= len(one.Events) {
			break
		}
	}
	return outcome{"events": events}
}

// told returns an event in the form of the cases; nothing for a state.
func told(event marketdata.Event, err error) []any {
	if err != nil {
		var refusal *marketdata.Error
		if !errors.As(err, &refusal) {
			return []any{outcome{"kind": "ended", "error": err.Error()}}
		}
		return []any{outcome{"kind": "refused", "error": refusal.Name}}
	}
	switch e := event.(type) {
	case marketdata.TickUpdate:
		return update("tick", e)
	case marketdata.QuoteUpdate:
		return update("quote", e)
	case marketdata.DepthUpdate:
		return update("depth", e)
	case marketdata.KlineUpdate:
		return update("kline", e)
	case marketdata.Gap:
		return []any{outcome{"kind": "gap", "symbol": e.Symbol, "type": e.Type, "from": e.From, "to": e.To, "rest": e.Rest}}
	case marketdata.Rejected:
		return []any{outcome{"kind": "rejected", "symbol": orNil(e.Symbol), "error": e.Name, "limit": orNil(e.Limit)}}
	case marketdata.Heartbeat:
		ages := map[marketdata.AssetClass]float64{}
		maps.Copy(ages, e.Ages)
		return []any{outcome{"kind": "heartbeat", "t": e.T, "ages": ages, "replaced": append([]string{}, e.Replaced...)}}
	}
	return nil
}

func orNil[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

func update(kind string, event any) []any {
	text, _ := json.Marshal(event)
	all := outcome{}
	_ = json.Unmarshal(text, &all)
	told := outcome{"kind": kind}
	for _, name := range []string{"symbol", "type", "seq", "skipped"} {
		if all[name] != nil {
			told[name] = all[name]
		}
	}
	return []any{told}
}

func read(file string) []testCase {
	text, err := os.ReadFile(filepath.Join(os.Args[1], file))
	if err != nil {
		panic(err)
	}
	var cases []testCase
	if err := json.Unmarshal(text, &cases); err != nil {
		panic(err)
	}
	return cases
}

// mustRefuseAddress panics unless a stream reports an address that cannot work instead of trying it again.
func mustRefuseAddress() {
	market := marketdata.New(marketdata.Options{APIURL: "localhost:3001", Key: "a key"})
	for event, err := range market.Stream().Events(context.Background()) {
		if err == nil {
			panic(fmt.Sprint("the stream tries an address without a scheme: ", event))
		}
	}
}

func main() {
	mustRefuseAddress()
	var running sync.WaitGroup
	var printing sync.Mutex
	play := func(one testCase, by func(testCase) outcome) {
		running.Add(1)
		go func() {
			defer running.Done()
			text, _ := json.Marshal(outcome{"name": one.Name, "outcome": by(one)})
			printing.Lock()
			defer printing.Unlock()
			fmt.Println(string(text))
		}()
	}
	for _, one := range read("rest.json") {
		play(one, testCase.rest)
	}
	for _, one := range read("stream.json") {
		play(one, testCase.stream)
	}
	running.Wait()
}
