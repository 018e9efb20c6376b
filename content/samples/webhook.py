import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "whsec_")[len("whsec_"):])

def is_genuine(headers, body):
    sent = headers.get("webhook-timestamp", "0")
    if abs(time.time() - int(sent)) > 300:
        return False
    text = f'{headers.get("webhook-id")}.{sent}.'.encode() + body
    wanted = base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one, f"v1,{wanted}") for one in given)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 400)
        self.end_headers()
        if genuine:
            event = json.loads(body)
            alert = event["data"]["alert"] or {}
            print(event["type"], alert.get("symbol", ""), alert.get("price", ""), flush=True)

    def log_message(self, *_):
        pass

server = HTTPServer(("", int(os.environ.get("PORT", "4000"))), Receiver)
print("waiting on port", server.server_port, flush=True)
server.serve_forever()
