/** Programs of customers with a generated client. Each prints the closes of two daily bars, `10 11`. */
export const programs = {
  'openapi-typescript': `import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'
const [baseUrl = '', token = ''] = process.argv.slice(2)
const client = createClient<paths, 'application/json'>({ baseUrl, headers: { token } })
const params = { path: { class: 'stock' }, query: { code: 'AAPL', region: 'US', interval: '1d', limit: 2 } } as const
const { data, error } = await client.GET('/{class}/kline', { params })
if (!data) throw new Error(error?.msg)
console.log(data.data.map(({ c }) => c).join(' '))
`,
  'openapi-python-client': `import sys
from generated import AuthenticatedClient
from generated.api.prices import kline
from generated.models import KlineClass, KlineInterval
url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, auth_header_name="token", prefix="")
answer = kline.sync(KlineClass.STOCK, client=client, code="AAPL", region="US", interval=KlineInterval.VALUE_7, limit=2)
print(*[int(bar.c) for bar in answer.data])
`,
  python: `import sys
from openapi_client import ApiClient, Configuration, PricesApi
url, key = sys.argv[1:]
with ApiClient(Configuration(host=url, api_key={"token": key})) as client:
    answer = PricesApi(client).kline("stock", "AAPL", region="US", interval="1d", limit=2)
    print(*[int(bar.c) for bar in answer.data])
`,
  'typescript-fetch': `import { Configuration, PricesApi } from './index.ts'
const [basePath = '', key = ''] = process.argv.slice(2)
const api = new PricesApi(new Configuration({ basePath, apiKey: () => key }))
const answer = await api.kline({ _class: 'stock', code: 'AAPL', region: 'US', interval: '1d', limit: 2 })
console.log(answer.data.map(({ c }) => c).join(' '))
`,
  // The arguments are in the order of the parameters in the document.
  java: `import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PricesApi;
public class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(args[0]);
    client.setRequestInterceptor(request -> request.header("token", args[1]));
    var answer = new PricesApi(client).kline("stock", "AAPL", "US", null, null, "1d", 2,
      null, null, null, null, null, null, null, null, null, null, null, null, null);
    System.out.println(answer.getData().stream().map(bar -> bar.getC().intValue() + "").collect(Collectors.joining(" ")));
  }
}
`,
  go: `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	openapi "example.com/generated"
)

func main() {
	configuration := openapi.NewConfiguration()
	configuration.Servers = openapi.ServerConfigurations{{URL: os.Args[1]}}
	key := map[string]openapi.APIKey{"token": {Key: os.Args[2]}}
	ctx := context.WithValue(context.Background(), openapi.ContextAPIKeys, key)
	request := openapi.NewAPIClient(configuration).PricesAPI.Kline(ctx, "stock").Code("AAPL").Region("US").Interval("1d").Limit(2)
	answer, _, err := request.Execute()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Data[0].GetC(), answer.Data[1].GetC())
}
`,
}
