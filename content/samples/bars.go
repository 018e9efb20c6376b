package main

import (
	"context"
	"fmt"
	"log"

	marketdata "market-data-client"
)

func main() {
	client := marketdata.New(marketdata.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})

	answer, err := client.Kline(context.Background(), marketdata.KlineInput{
		Class: "stock", Region: "US", Code: "AAPL", Interval: "1d", Limit: 3,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, bar := range answer.Data {
		fmt.Println(bar.T, bar.C, bar.IsFinal())
	}
}
