package main

import (
	"context"
	"fmt"
	"log"

	marketdata "market-data-client"
)

func main() {
	stream := marketdata.New(marketdata.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"}).Stream()
	stream.Subscribe([]string{"crypto:BTCUSD$BA"}, "tick")
	for event, err := range stream.Events(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		switch e := event.(type) {
		case marketdata.TickUpdate:
			fmt.Println(e.Symbol, e.Ld)
		case marketdata.Gap:
			fmt.Println("missing", e.From, e.To, e.Rest)
		}
	}
}
