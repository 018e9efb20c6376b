package marketdata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// get makes a call and retries it after failures. Retries are safe, because every call only reads.
func get[T any](ctx context.Context, c *Client, path string, input any) (Answer[T], error) {
	return getWith[T](ctx, c, path, input, nil)
}

func getWith[T any](ctx context.Context, c *Client, path string, input any, more url.Values) (Answer[T], error) {
	class, query := queryOf(input)
	for name, values := range more {
		query[name] = values
	}
	address := strings.TrimRight(c.options.APIURL, "/") + strings.Replace(path, "{class}", url.PathEscape(class), 1)
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return retried(ctx, c, func() (Answer[T], error) { return once[T](ctx, c, address) })
}

// retried runs the function once, and again after each failure that a retry may solve. It waits before each retry.
func retried[T any](ctx context.Context, c *Client, once func() (T, error)) (T, error) {
	for attempt := 0; ; attempt++ {
		answer, err := once()
		var failure *Error
		if err == nil || !errors.As(err, &failure) {
			return answer, err
		}
		wait := max(c.options.Backoff.Wait(attempt), failure.RetryAfter)
		if !isRetryable(failure.Status) || attempt >= c.options.Retries || wait > c.options.LongestWait {
			return answer, err
		}
		if c.options.OnRetry != nil {
			c.options.OnRetry(Retry{failure, attempt + 1, wait})
		}
		if err := pause(ctx, wait); err != nil {
			return answer, err
		}
	}
}

func isRetryable(status int) bool {
	switch status {
	case 0, 408, 425, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

func once[T any](ctx context.Context, c *Client, address string) (answer Answer[T], err error) {
	limited, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := newRequest(limited, c, address, "application/json")
	if err != nil {
		return answer, err
	}
	response, err := c.options.HTTPClient.Do(request)
	if err != nil {
		return answer, noAnswer(ctx, request.URL, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return answer, noAnswer(ctx, request.URL, err)
	}
	c.noteRateLimit(response.Header)
	return readAnswer[T](response, text)
}

func newRequest(ctx context.Context, c *Client, address string, accept string) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	key, err := c.key(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkOptions(c.options.APIURL, key); err != nil {
		return nil, err
	}
	request.Header.Set("accept", accept)
	request.Header.Set("token", strings.TrimSpace(key))
	request.Header.Set("user-agent", "market-data-client-go/"+version)
	if c.options.Lang != "" {
		request.Header.Set("lang", c.options.Lang)
	}
	return request, nil
}

// checkOptions returns an error for options with which no call could work.
func checkOptions(address string, key string) error {
	if key == "" {
		return errors.New("Key is empty: pass an API key, or a KeyFunc that returns one")
	}
	return checkAddress(address)
}

func checkAddress(address string) error {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || !strings.HasPrefix(parsed.Scheme, "http") {
		return fmt.Errorf("APIURL is %q: pass the address of the gateway, such as https://api.example.com", address)
	}
	return nil
}

func noAnswer(ctx context.Context, address *url.URL, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	message := fmt.Sprintf("No answer from %s: %v", address.Host, cause)
	return &Error{Kind: KindNetwork, Name: "network", Message: message, Detail: map[string]any{}, cause: cause}
}

func readAnswer[T any](response *http.Response, text []byte) (answer Answer[T], err error) {
	body := bodyIn(text)
	code, isNumber := body["code"].(float64)
	if response.StatusCode/100 != 2 || !isNumber || code != 0 {
		return answer, failureIn(response, body)
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		failure := failureIn(response, nil)
		failure.cause = err
		return answer, failure
	}
	return answer, nil
}

// bodyIn parses a JSON body. It returns an empty map for other bodies, such as a proxy's; the error then reports the
// status.
func bodyIn(text []byte) map[string]any {
	body := map[string]any{}
	_ = json.Unmarshal(text, &body)
	return body
}

func failureIn(response *http.Response, body map[string]any) *Error {
	failure := &Error{
		Kind:      kindOf(response.StatusCode),
		Status:    response.StatusCode,
		Code:      response.StatusCode,
		Name:      "unexpected_answer",
		Message:   fmt.Sprintf("The answer has status %d and is not of the gateway. Is APIURL the address of the gateway?", response.StatusCode),
		RequestID: response.Header.Get("x-request-id"),
		Detail:    map[string]any{},
	}
	for name, value := range body {
		text, _ := value.(string)
		number, _ := value.(float64)
		switch name {
		case "code":
			failure.Code = int(number)
		case "msg":
			failure.Message = text
		case "error":
			failure.Name = text
		case "requestId":
			failure.RequestID = text
		case "param":
			failure.Param = text
		case "data":
		default:
			failure.Detail[name] = value
		}
	}
	if seconds, err := strconv.ParseFloat(response.Header.Get("retry-after"), 64); err == nil {
		failure.RetryAfter = time.Duration(seconds * float64(time.Second))
	}
	return failure
}

func (c *Client) noteRateLimit(headers http.Header) {
	limit, noLimit := strconv.Atoi(headers.Get("x-ratelimit-limit"))
	remaining, noRemaining := strconv.Atoi(headers.Get("x-ratelimit-remaining"))
	reset, noReset := strconv.Atoi(headers.Get("x-ratelimit-reset"))
	if noLimit != nil || noRemaining != nil || noReset != nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.rateLimit = &RateLimit{limit, remaining, time.Now().Add(time.Duration(reset) * time.Second)}
}

// queryOf returns the parameters of an input by their names in the API. Zero values are omitted.
func queryOf(input any) (class string, query url.Values) {
	query = url.Values{}
	fields := reflect.ValueOf(input)
	for at := range fields.NumField() {
		name, value := fields.Type().Field(at).Tag.Get("json"), fields.Field(at)
		if value.IsZero() {
			continue
		}
		switch value := value.Interface().(type) {
		case AssetClass:
			if name == "class" {
				class = string(value)
				continue
			}
			query.Set(name, string(value))
		case []string:
			query.Set(name, strings.Join(value, ","))
		case time.Time:
			query.Set(name, value.UTC().Format("2006-01-02T15:04:05.000Z"))
		default:
			query.Set(name, fmt.Sprint(value))
		}
	}
	return class, query
}

// rowsByCursor reads the pages of a list one after another, each when its first row is read.
func rowsByCursor[T any](ctx context.Context, c *Client, path string, input any) iter.Seq2[T, error] {
	isBackward := goesBackward(input)
	return func(yield func(T, error) bool) {
		more := url.Values{}
		for {
			answer, err := getWith[[]T](ctx, c, path, input, more)
			if isBackward {
				slices.Reverse(answer.Data)
			}
			if !yieldAll(answer.Data, err, yield) || answer.NextCursor == "" {
				return
			}
			more.Set("cursor", answer.NextCursor)
		}
	}
}

// goesBackward reports whether pages go back in time; the rows of each page are oldest first. Pages of calls without
// Order are not sorted by time.
func goesBackward(input any) bool {
	order, from := fieldOf(input, "Order"), fieldOf(input, "From")
	if !order.IsValid() {
		return false
	}
	if order.IsZero() {
		return from.IsZero()
	}
	return order.String() == "desc"
}

func fieldOf(input any, name string) reflect.Value {
	return reflect.ValueOf(input).FieldByName(name)
}

// rowsByPage is like rowsByCursor, for calls with numbered pages.
func rowsByPage[T any](ctx context.Context, c *Client, path string, input any, first int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := first; ; page++ {
			answer, err := getWith[Page[T]](ctx, c, path, input, url.Values{"page": {strconv.Itoa(page)}})
			if !yieldAll(answer.Data.Content, err, yield) || answer.Data.Last {
				return
			}
		}
	}
}

// yieldAll passes rows to the reader. It returns false when the reader stops or after an error.
func yieldAll[T any](rows []T, err error, yield func(T, error) bool) bool {
	if err != nil {
		var none T
		yield(none, err)
		return false
	}
	for _, row := range rows {
		if !yield(row, nil) {
			return false
		}
	}
	return true
}
