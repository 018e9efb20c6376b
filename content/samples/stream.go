package main

import (
	"context"
	"fmt"
	"log"

	"tapewire"
)

func main() {
	stream := tapewire.New(tapewire.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"}).Stream()
	stream.Subscribe([]string{"crypto:BTCUSD$BA"}, "tick")
	for event, err := range stream.Events(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		switch e := event.(type) {
		case tapewire.TickUpdate:
			fmt.Println(e.Symbol, e.Ld)
		case tapewire.Gap:
			fmt.Println("missing", e.From, e.To, e.Rest)
		}
	}
}
