package main

import (
	"context"
	"fmt"
	"log"

	"tapewire"
)

func main() {
	client := tapewire.New(tapewire.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})

	answer, err := client.Kline(context.Background(), tapewire.KlineInput{
		Class: "stock", Region: "US", Code: "AAPL", Interval: "1d", Limit: 3,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, bar := range answer.Data {
		fmt.Println(bar.T, bar.C, bar.IsFinal())
	}
}
