// Calls the gateway with the vendor's client and prints one line of JSON for each call: its name and the parsed answer.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"time"

	"github.com/massive-com/client-go/v3/rest"
	"github.com/massive-com/client-go/v3/rest/gen"
	massivews "github.com/massive-com/client-go/v3/websocket"
)

func say(name string, fact any) {
	line, _ := json.Marshal(map[string]any{"call": name, "fact": fact})
	fmt.Println(string(line))
}

// body has the typed answer of a response.
func body(response any, err error) any {
	if err != nil {
		return err.Error()
	}
	if err := rest.CheckResponse(response); err != nil {
		return err.Error()
	}
	typed := reflect.ValueOf(response).Elem().FieldByName("JSON200")
	if typed.IsNil() {
		return "no typed answer"
	}
	return typed.Interface()
}

func main() {
	address, feed, key := os.Args[1], os.Args[2], os.Args[3]
	ctx := context.Background()
	c := rest.NewWithOptions(key)
	generated, err := gen.NewClientWithResponses(address, gen.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+key)
			return nil
		}))
	if err != nil {
		panic(err)
	}
	c.ClientWithResponses = generated

	paged, err := c.GetStocksAggregatesWithResponse(ctx, "AAPL", 1, "day", "2025-12-01", "2026-01-05",
		&gen.GetStocksAggregatesParams{Sort: "asc", Limit: rest.Int(7)})
	closes := []any{}
	bars := rest.NewIteratorFromResponse(c, paged)
	for err == nil && bars.Next() {
		closes = append(closes, bars.Item()["c"])
	}
	if err = bars.Err(); err != nil {
		say("bars", err.Error())
	} else {
		say("bars", closes)
	}

	call := func(name string, response any, err error) { say(name, body(response, err)) }
	// The client's type of a previous day has no field for the ticker T. It reads the ticker as the time t and fails.
	grouped, err := c.GetGroupedStocksAggregatesWithResponse(ctx, "2025-12-31", nil)
	call("grouped", grouped, err)
	trade, err := c.GetLastStocksTradeWithResponse(ctx, "AAPL")
	call("last trade", trade, err)
	quote, err := c.GetLastStocksQuoteWithResponse(ctx, "AAPL")
	call("last quote", quote, err)
	coin, err := c.GetLastCryptoTradeWithResponse(ctx, "BTC", "USD")
	call("last coin", coin, err)
	currency, err := c.GetLastCurrencyQuoteWithResponse(ctx, "EUR", "USD")
	call("last currency", currency, err)
	trades, err := c.GetStocksTradesWithResponse(ctx, "AAPL", &gen.GetStocksTradesParams{Limit: rest.Int(3)})
	call("trades", trades, err)
	quotes, err := c.GetStocksQuotesWithResponse(ctx, "AAPL", &gen.GetStocksQuotesParams{Limit: rest.Int(3)})
	call("quotes", quotes, err)
	conversion, err := c.GetCurrencyConversionWithResponse(ctx, "EUR", "USD",
		&gen.GetCurrencyConversionParams{Amount: rest.Ptr(float32(100))})
	call("conversion", conversion, err)
	snapshot, err := c.GetStocksSnapshotTickerWithResponse(ctx, "AAPL")
	call("snapshot", snapshot, err)
	snapshots, err := c.GetCryptoSnapshotTickersWithResponse(ctx, nil)
	call("snapshots", snapshots, err)
	chosen, err := c.GetStocksSnapshotTickersWithResponse(ctx,
		&gen.GetStocksSnapshotTickersParams{Tickers: &[]string{"AAPL", "MSFT"}})
	call("chosen snapshots", chosen, err)
	gainers, err := c.GetStocksSnapshotDirectionWithResponse(ctx, "gainers", nil)
	call("gainers", gainers, err)
	indices, err := c.GetIndicesSnapshotWithResponse(ctx, &gen.GetIndicesSnapshotParams{TickerAnyOf: rest.String("I:SPX")})
	call("indices", indices, err)
	universal, err := c.GetSnapshotsWithResponse(ctx,
		&gen.GetSnapshotsParams{TickerAnyOf: rest.String("AAPL,SPY,X:BTCUSD,C:EURUSD,I:SPX,NOPE")})
	call("universal snapshot", universal, err)
	tickers, err := c.ListTickersWithResponse(ctx,
		&gen.ListTickersParams{Market: rest.Ptr(gen.ListTickersParamsMarket("crypto")), Limit: rest.Int(3)})
	call("tickers", tickers, err)
	details, err := c.GetTickerWithResponse(ctx, "AAPL", nil)
	call("details", details, err)
	types, err := c.ListTickerTypesWithResponse(ctx, nil)
	call("types", types, err)
	exchanges, err := c.ListExchangesWithResponse(ctx, nil)
	call("exchanges", exchanges, err)
	conditions, err := c.ListConditionsWithResponse(ctx, nil)
	call("conditions", conditions, err)
	status, err := c.GetMarketStatusWithResponse(ctx)
	call("status", status, err)
	holidays, err := c.GetMarketHolidaysWithResponse(ctx)
	call("holidays", holidays, err)
	splits, err := c.ListStockSplitsWithResponse(ctx, &gen.ListStockSplitsParams{Ticker: rest.String("AAPL")})
	call("splits", splits, err)
	since, err := c.GetStocksV1SplitsWithResponse(ctx,
		&gen.GetStocksV1SplitsParams{Ticker: rest.String("AAPL"), ExecutionDateGte: rest.String("2020-01-01")})
	call("splits since", since, err)
	dividends, err := c.ListDividendsWithResponse(ctx, &gen.ListDividendsParams{Ticker: rest.String("MSFT")})
	call("dividends", dividends, err)
	window, limit := rest.Int(20), rest.Int(5)
	sma, err := c.GetStocksSMAWithResponse(ctx, "AAPL", &gen.GetStocksSMAParams{Window: window, Limit: limit})
	call("sma", sma, err)
	ema, err := c.GetStocksEMAWithResponse(ctx, "AAPL", &gen.GetStocksEMAParams{Window: window, Limit: limit})
	call("ema", ema, err)
	rsi, err := c.GetStocksRSIWithResponse(ctx, "AAPL", &gen.GetStocksRSIParams{Window: window, Limit: limit})
	call("rsi", rsi, err)
	macd, err := c.GetStocksMACDWithResponse(ctx, "AAPL", &gen.GetStocksMACDParams{Limit: limit})
	call("macd", macd, err)

	stream(feed, key, massivews.Stocks, "AAPL",
		massivews.StocksTrades, massivews.StocksQuotes, massivews.StocksSecAggs, massivews.StocksMinAggs)
	stream(feed, key, massivews.Crypto, "BTC-USD",
		massivews.CryptoTrades, massivews.CryptoQuotes, massivews.CryptoSecAggs, massivews.CryptoMinAggs)
	stream(feed, key, massivews.Forex, "EUR/USD",
		massivews.ForexQuotes, massivews.ForexSecAggs, massivews.ForexMinAggs)
	stream(feed, key, massivews.Indices, "I:SPX",
		massivews.IndexValue, massivews.IndexSecAggs, massivews.IndexMinAggs)
	say("end", nil)
}

// stream prints the first event of each topic with the name of its type.
func stream(feed, key string, market massivews.Market, ticker string, topics ...massivews.Topic) {
	name := "stream " + string(market)
	c, err := massivews.New(massivews.Config{APIKey: key, Feed: massivews.Feed(feed), Market: market})
	if err != nil {
		say(name, err.Error())
		return
	}
	defer c.Close()
	for _, topic := range topics {
		if err := c.Subscribe(topic, ticker); err != nil {
			say(name, err.Error())
			return
		}
	}
	if err := c.Connect(); err != nil {
		say(name, err.Error())
		return
	}
	seen := map[string]any{}
	limit := time.After(30 * time.Second)
	for len(seen) < len(topics) {
		select {
		case event := <-c.Output():
			text, _ := json.Marshal(event)
			facts := map[string]any{}
			_ = json.Unmarshal(text, &facts)
			facts["model"] = reflect.TypeOf(event).Name()
			if _, known := seen[fmt.Sprint(facts["ev"])]; !known {
				seen[fmt.Sprint(facts["ev"])] = facts
			}
		case err := <-c.Error():
			say(name, err.Error())
			return
		case <-limit:
			say(name, fmt.Sprintf("only %v", seen))
			return
		}
	}
	say(name, seen)
}
