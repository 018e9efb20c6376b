package marketdata

import "encoding/json"

// Answer is the data of a call, with the other fields of the response. A field that does not apply is zero.
type Answer[T any] struct {
	Data T `json:"data"`

	// Delay is the plan's delay of prices, in seconds.
	Delay int `json:"delay"`

	// Reason is the reason why there is no data: unknown_symbol, not_in_plan, no_data or closed.
	Reason string `json:"reason,omitempty"`

	// Reasons are the reasons why a batch lacks rows of a code, by code.
	Reasons map[string]any `json:"reasons,omitempty"`

	NextCursor string `json:"nextCursor,omitempty"`

	// Source is the source of the rows, in a sandbox only.
	Source string `json:"source,omitempty"`

	// Stale is the time without any event although the market is open, in seconds.
	Stale int `json:"stale,omitempty"`

	// Warning is region_ignored (the class has no regions), history_limit (the plan's depth of history excluded older
	// bars) or calendar_unknown (the exchange's holidays are unknown for some of the years).
	Warning string `json:"warning,omitempty"`

	Adjust *Adjust `json:"adjust,omitempty"`
}

// Adjust describes the adjustment of bars, with the day of the newest factor.
type Adjust struct {
	// Mode is none, split, dividend or all.
	Mode       string  `json:"mode"`
	FactorDate *string `json:"factorDate"`
}

// Page is a page of a list. Its number counts from 0 or from 1, depending on the call.
type Page[T any] struct {
	Content       []T `json:"content"`
	TotalElements int `json:"totalElements"`
	TotalPages    int `json:"totalPages,omitempty"`
	Page          int `json:"page"`
	Size          int `json:"size"`

	// Last reports whether this is the last page.
	Last bool `json:"last"`
}

// decodeOthers reads the figures of a row that have no named field.
func decodeOthers(text []byte, into *map[string]*float64, known ...string) error {
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, name := range known {
		delete(all, name)
	}
	*into = make(map[string]*float64, len(all))
	for name, raw := range all {
		var value *float64
		if err := json.Unmarshal(raw, &value); err != nil {
			return err
		}
		(*into)[name] = value
	}
	return nil
}
