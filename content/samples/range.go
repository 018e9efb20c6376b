package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"tapewire"
)

func main() {
	client := tapewire.New(tapewire.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
	input := tapewire.KlineInput{
		Class: "crypto", Code: "BTCUSD", Interval: "1h", From: time.Now().AddDate(0, 0, -3), Limit: 50,
	}

	var bars []tapewire.Bar
	for bar, err := range client.KlineRows(context.Background(), input) {
		if err != nil {
			log.Fatal(err)
		}
		bars = append(bars, bar)
	}
	fmt.Println(len(bars), "bars")
}
