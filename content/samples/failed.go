package main

import (
	"context"
	"errors"
	"fmt"

	"tapewire"
)

func main() {
	client := tapewire.New(tapewire.Options{APIURL: "http://localhost:3001", Key: "tw_demo_public"})
	_, err := client.Tick(context.Background(), tapewire.TickInput{Class: "stock", Code: "APPL"})
	var e *tapewire.Error
	if errors.As(err, &e) {
		fmt.Println(e.Kind, e.Name, e.Message)
	}
}
