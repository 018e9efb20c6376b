package marketdata

import (
	"fmt"
	"strings"
)

// take turns frames into events and sends the messages that the frames require.
func (s *Stream) take(frames []frame) []Event {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var events []Event
	for at := range frames {
		events = append(events, s.takeFrame(&frames[at])...)
	}
	return events
}

func (s *Stream) takeFrame(f *frame) []Event {
	one := f.head()
	switch {
	case one.Seq != 0:
		return s.takeUpdate(f, one)
	case f.Type == "gap":
		if known := s.lanes.byName[f.S]; known != nil {
			known.seq = max(known.seq, f.To)
		}
		return []Event{gapIn(f)}
	case f.Type == "heartbeat":
		if f.Markets == nil {
			return nil
		}
		return []Event{Heartbeat{T: f.T, Markets: f.Markets, Ages: f.Ages, Replaced: f.Replaced}}
	case f.Type == "close":
		s.name, s.message = f.Error, f.Msg
		return nil
	case f.Reply == "auth" && f.Code != nil && *f.Code == 1:
		s.onAuthenticated()
		return []Event{State{State: "live"}}
	case f.Code != nil && *f.Code == 0:
		return s.takeRefusal(f)
	}
	delete(s.asked, f.ID)
	return s.reject(f, "")
}

func (s *Stream) takeUpdate(f *frame, one head) []Event {
	symbol := s.lanes.symbolOf(one.Class, one.S, one.R, one.Type)
	known := s.lanes.byName[symbol+":"+one.Type]
	if known == nil || one.Seq <= known.seq {
		return nil
	}
	known.seq = one.Seq
	update, err := updateIn(symbol, one.Type, f.Data)
	if err != nil {
		return []Event{Rejected{Symbol: symbol, Name: "unexpected_answer", Message: err.Error()}}
	}
	return []Event{update}
}

func (s *Stream) takeRefusal(f *frame) []Event {
	if f.Reply == "auth" || f.Reply == "close" {
		s.name, s.message = f.Error, f.Msg
		return nil
	}
	asked, isAnswer := s.asked[f.ID]
	delete(s.asked, f.ID)
	if len(f.Rejected) > 0 && !(isAnswer && f.Error == "too_many_subscriptions") {
		return s.reject(f, f.Msg)
	}
	if symbols, isList := asked.Params.(string); isList {
		s.lanes.removeNamed(strings.Split(symbols, ","), strings.Split(asked.Types, ","))
	}
	whole := Rejected{Name: f.Error, Message: f.Msg, Limit: f.Limit}
	return append([]Event{whole}, s.reject(f, f.Msg)...)
}

// reject handles refused symbols, which are not requested again. A lane that cannot be resumed restarts with its next
// event.
func (s *Stream) reject(f *frame, text string) []Event {
	var events []Event
	for _, one := range f.Rejected {
		if one.Reason == "resume_invalid" {
			if known := s.lanes.byName[one.S]; known != nil {
				known.seq = 0
			}
			continue
		}
		s.lanes.remove(func(known *lane) bool { return known.symbol == one.S })
		message := text
		if message == "" {
			message = fmt.Sprintf("The gateway refused %s: %s.", one.S, one.Reason)
		}
		refusal := Rejected{Symbol: one.S, Name: one.Reason, Message: message}
		if one.Reason == f.Error {
			refusal.Limit = f.Limit
		}
		events = append(events, refusal)
	}
	return events
}

func (s *Stream) onAuthenticated() {
	s.isLive = true
	s.attempt = 0
	s.asked, s.number = map[int]message{}, 0
	s.request("subscribe", s.lanes.all)
}
