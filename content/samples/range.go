package main

import (
	"context"
	"fmt"
	"log"
	"time"

	marketdata "market-data-client"
)

func main() {
	client := marketdata.New(marketdata.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
	input := marketdata.KlineInput{
		Class: "crypto", Code: "BTCUSD", Interval: "1h", From: time.Now().AddDate(0, 0, -3), Limit: 50,
	}

	var bars []marketdata.Bar
	for bar, err := range client.KlineRows(context.Background(), input) {
		if err != nil {
			log.Fatal(err)
		}
		bars = append(bars, bar)
	}
	fmt.Println(len(bars), "bars")
}
