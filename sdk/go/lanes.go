package tapewire

import (
	"slices"
	"strconv"
	"strings"
)

// lane is one subscribed symbol and type. seq is the last sequence number received; 0 before the first.
type lane struct {
	symbol string
	kind   string
	seq    int64
}

func (l *lane) name() string {
	return l.symbol + ":" + l.kind
}

var numbered = []string{"1m", "5m", "15m", "30m", "1h", "2h", "4h", "1d", "1w", "1M"}

// symbolsAtOnce is the maximum number of symbols in a message; the gateway accepts 64 KiB.
const symbolsAtOnce = 1000

// wireType maps kline@5m to kline@2, as frames name it, and returns other types unchanged.
func wireType(kind string) string {
	interval, isKline := strings.CutPrefix(kind, "kline@")
	if at := slices.Index(numbered, interval); isKline && at >= 0 {
		return "kline@" + strconv.Itoa(at+1)
	}
	return kind
}

// lanes holds the subscribed lanes, in the order of subscription.
type lanes struct {
	all    []*lane
	byName map[string]*lane
}

func (l *lanes) add(symbols, kinds []string) []*lane {
	if l.byName == nil {
		l.byName = map[string]*lane{}
	}
	var added []*lane
	for _, kind := range kinds {
		for _, symbol := range symbols {
			one := &lane{symbol: symbol, kind: wireType(kind)}
			if l.byName[one.name()] != nil {
				continue
			}
			l.byName[one.name()] = one
			added = append(added, one)
		}
	}
	l.all = append(l.all, added...)
	return added
}

func (l *lanes) remove(is func(*lane) bool) []*lane {
	var removed []*lane
	l.all = slices.DeleteFunc(l.all, func(one *lane) bool {
		if !is(one) {
			return false
		}
		delete(l.byName, one.name())
		removed = append(removed, one)
		return true
	})
	return removed
}

func (l *lanes) instruments() int {
	symbols := map[string]bool{}
	for _, one := range l.all {
		symbols[one.symbol] = true
	}
	return len(symbols)
}

// symbolOf maps a frame back to the subscribed symbol. A frame has the region even when the subscription omitted it.
func (l *lanes) symbolOf(class, code, region, kind string) string {
	if kind == "depth" {
		code = code[:max(0, strings.LastIndex(code, "$"))]
	}
	short := class + ":" + code
	if whole := short + "$" + region; l.byName[whole+":"+kind] != nil {
		return whole
	}
	return short
}

// fresh returns the lanes without any event yet.
func (l *lanes) fresh() []*lane {
	return slices.DeleteFunc(slices.Clone(l.all), func(one *lane) bool { return one.seq != 0 })
}

// places returns the last sequence numbers as positions for resume, split into messages below the limit.
func (l *lanes) places() []map[string]int64 {
	known := slices.DeleteFunc(slices.Clone(l.all), func(one *lane) bool { return one.seq == 0 })
	var places []map[string]int64
	for part := range slices.Chunk(known, symbolsAtOnce) {
		place := map[string]int64{}
		for _, one := range part {
			place[one.name()] = one.seq
		}
		places = append(places, place)
	}
	return places
}

// message is a message of the client.
type message struct {
	Action string `json:"ac"`
	Params any    `json:"params"`
	Types  string `json:"types,omitempty"`
}

// requestsFor groups symbols with the same types into one message.
func requestsFor(action string, wanted []*lane) []message {
	var symbols, groups []string
	types, members := map[string][]string{}, map[string][]string{}
	for _, one := range wanted {
		if types[one.symbol] == nil {
			symbols = append(symbols, one.symbol)
		}
		types[one.symbol] = append(types[one.symbol], one.kind)
	}
	for _, symbol := range symbols {
		group := strings.Join(types[symbol], ",")
		if members[group] == nil {
			groups = append(groups, group)
		}
		members[group] = append(members[group], symbol)
	}
	var requests []message
	for _, group := range groups {
		for part := range slices.Chunk(members[group], symbolsAtOnce) {
			requests = append(requests, message{action, strings.Join(part, ","), group})
		}
	}
	return requests
}
