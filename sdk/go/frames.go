package marketdata

import (
	"encoding/json"
	"strings"
)

// frame has the fields of all kinds of frames.
type frame struct {
	Code     *int                   `json:"code"`
	Reply    string                 `json:"resAc"`
	ID       int                    `json:"id"`
	Type     string                 `json:"type"`
	Msg      string                 `json:"msg"`
	Error    string                 `json:"error"`
	S        string                 `json:"s"`
	From     int64                  `json:"from"`
	To       int64                  `json:"to"`
	Rest     string                 `json:"rest"`
	T        int64                  `json:"t"`
	Markets  map[AssetClass]string  `json:"markets"`
	Ages     map[AssetClass]float64 `json:"ages"`
	Replaced []string               `json:"replaced"`
	Limit    int                    `json:"limit"`
	Rejected []rejection            `json:"rejected"`
	Data     json.RawMessage        `json:"data"`
}

type rejection struct {
	S      string `json:"s"`
	Reason string `json:"reason"`
}

// head has the fields that all events share. The data of a reply has no sequence number.
type head struct {
	Class string `json:"class"`
	S     string `json:"s"`
	R     string `json:"r"`
	Type  string `json:"type"`
	Seq   int64  `json:"seq"`
}

func framesIn(text []byte) ([]frame, error) {
	if len(text) > 0 && text[0] == '[' {
		var many []frame
		err := json.Unmarshal(text, &many)
		return many, err
	}
	var one frame
	err := json.Unmarshal(text, &one)
	return []frame{one}, err
}

func (f *frame) head() head {
	var one head
	// Data that is not an object, which later versions may send, has no sequence number.
	_ = json.Unmarshal(f.Data, &one)
	return one
}

func updateIn(symbol string, kind string, data json.RawMessage) (Event, error) {
	switch kind {
	case "tick":
		update := TickUpdate{Symbol: symbol}
		err := json.Unmarshal(data, &update.TickEvent)
		return update, err
	case "quote":
		update := QuoteUpdate{Symbol: symbol}
		err := json.Unmarshal(data, &update.QuoteEvent)
		return update, err
	case "depth":
		update := DepthUpdate{Symbol: symbol}
		err := json.Unmarshal(data, &update.DepthEvent)
		return update, err
	}
	update := KlineUpdate{Symbol: symbol}
	err := json.Unmarshal(data, &update.KlineEvent)
	return update, err
}

func gapIn(f *frame) Gap {
	at := max(0, strings.LastIndex(f.S, ":"))
	return Gap{Symbol: f.S[:at], Type: strings.TrimPrefix(f.S[at:], ":"), From: f.From, To: f.To, Rest: f.Rest}
}
