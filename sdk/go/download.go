package marketdata

import (
	"context"
	"io"
	"maps"
	"net/url"
	"strings"
	"time"
)

// Download reads the bytes of any path of the gateway: a day file, or a call with format parquet, arrow or csv. The
// caller must close the reader. Timeout limits only the wait until the bytes begin.
//
//	trades, err := client.Download(ctx, "/files/stock/US/2026-01-05.parquet", url.Values{"kind": {"trades"}})
func (c *Client) Download(ctx context.Context, path string, query url.Values) (io.ReadCloser, error) {
	plain, given, _ := strings.Cut(path, "?")
	address := strings.TrimRight(c.options.APIURL, "/") + plain
	whole, err := url.ParseQuery(given)
	if err != nil {
		return nil, err
	}
	maps.Copy(whole, query)
	if len(whole) > 0 {
		address += "?" + whole.Encode()
	}
	return retried(ctx, c, func() (io.ReadCloser, error) { return begin(ctx, c, address) })
}

func begin(ctx context.Context, c *Client, address string) (io.ReadCloser, error) {
	limited, cancel := context.WithCancel(ctx)
	timer := time.AfterFunc(c.options.Timeout, cancel)
	defer timer.Stop()
	request, err := newRequest(limited, c, address, "*/*")
	if err != nil {
		cancel()
		return nil, err
	}
	response, err := c.options.HTTPClient.Do(request)
	if err != nil {
		cancel()
		return nil, noAnswer(ctx, request.URL, err)
	}
	c.noteRateLimit(response.Header)
	bytes := &download{response.Body, cancel}
	if response.StatusCode/100 == 2 {
		return bytes, nil
	}
	defer bytes.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, noAnswer(ctx, request.URL, err)
	}
	return nil, failureIn(response, bodyIn(text))
}

// download is a response body. Close ends its request.
type download struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (d *download) Close() error {
	defer d.cancel()
	return d.ReadCloser.Close()
}
