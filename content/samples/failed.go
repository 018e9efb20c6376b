package main

import (
	"context"
	"errors"
	"fmt"

	marketdata "market-data-client"
)

func main() {
	client := marketdata.New(marketdata.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
	_, err := client.Tick(context.Background(), marketdata.TickInput{Class: "stock", Code: "APPL"})
	var e *marketdata.Error
	if errors.As(err, &e) {
		fmt.Println(e.Kind, e.Name, e.Message)
	}
}
