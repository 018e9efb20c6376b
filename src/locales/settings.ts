type Translated = { 'zh-CN': string; 'zh-HK': string }
type Texts = Readonly<Record<string, Translated>>

const both = (cn: string, hk: string): Translated => ({ 'zh-CN': cn, 'zh-HK': hk })

/** The headings of groups of settings in Chinese, by their English names. */
export const settingsGroupWords: Texts = {
  'Mode and roles': both('模式与角色', '模式與角色'),
  Addresses: both('地址', '網址'),
  Monitoring: both('监控', '監察'),
  'Status page': both('状态页', '狀態頁'),
  Stores: both('存储', '儲存'),
  'API keys': both('API 密钥', 'API 密鑰'),
  'Live exchange': both('交易所实时接入', '接駁交易所即時數據'),
  Files: both('文件', '檔案'),
  Archive: both('归档', '歸檔'),
  Relay: both('中继', '轉發'),
  Massive: both('Massive 数据源', 'Massive 數據來源'),
  Alpaca: both('Alpaca 数据源', 'Alpaca 數據來源'),
  'Secrets and mail': both('密钥与邮件', '密鑰與電郵'),
  'Sign-in': both('登录', '登入'),
  'Operator console': both('运营管理台', '營運管理台'),
  Payments: both('支付', '付款'),
  'Payments over TRC20 (live)': both('TRC20 支付（正式模式）', 'TRC20 付款（正式模式）'),
  'Payments over ETC20 (live)': both('ETC20 支付（正式模式）', 'ETC20 付款（正式模式）'),
  'Payment alerts': both('支付告警', '付款警報'),
  'Alerts of customers': both('客户预警', '客戶提示'),
  Brand: both('品牌', '品牌'),
  'Legal entity': both('运营主体', '營運主體'),
  'Contacts and links': both('联系方式与链接', '聯絡方式及連結'),
  'Figures on the home page': both('首页数字', '主頁數字'),
  Pages: both('页面', '頁面'),
  Texts: both('自有文案', '自訂文本'),
}

/** The settings of one payment network differ in their names alone. */
function network(label: string, chain: string, token: string, confirmations: number): Texts {
  const words = {
    XPUB: both(
      `${label}（${chain}）：账户级扩展公钥；留空：不提供该网络（沙盒自带模拟链）`,
      `${label}（${chain}）：帳戶層級的擴展公鑰；留空：不提供此網絡（沙盒自備模擬鏈）`,
    ),
    FIRST_ADDRESS: both('钱包显示的第 0 个地址，用于核对', '錢包所顯示的第 0 個地址，用作核對'),
    RPC_URLS: both('JSON-RPC 节点，逗号分隔', 'JSON-RPC 節點，以逗號分隔'),
    RPC_HEADER: both('访问节点时附带的请求头，格式 "Name: value"', '連接節點時附上的標頭，格式 "Name: value"'),
    SECOND_URL: both('大额入账须由其复核的独立节点', '大額入帳須由其覆核的獨立節點'),
    SECOND_HEADER: both('访问该节点时附带的请求头，格式 "Name: value"', '連接該節點時附上的標頭，格式 "Name: value"'),
    SECOND_FROM: both(
      '须由该节点复核的最小入账金额（USDT）；0：全部入账；留空：500',
      '須由該節點覆核的最低入帳金額（USDT）；0：所有入帳；留空：500',
    ),
    CHAIN_NAME: both(`显示在标签旁的链名；留空：${chain}`, `顯示在標籤旁的鏈名；留空：${chain}`),
    CHAIN_ID: both(`链 ID；留空：${chain} 的链 ID`, `鏈 ID；留空：${chain} 的鏈 ID`),
    TOKEN: both(`代币合约，0x 加 40 位十六进制；留空：${token}`, `代幣合約，0x 加 40 個十六進制數字；留空：${token}`),
    TOKEN_SYMBOL: both('合约标明的代币符号；留空：USDT', '合約所載的代幣符號；留空：USDT'),
    TOKEN_DECIMALS: both('合约标明的小数位数；留空：6', '合約所載的小數位數；留空：6'),
    MIN_ORDER: both(
      '可在该网络支付的最低订单金额（USDT）；留空：不限',
      '可在此網絡付款的最低訂單金額（USDT）；留空：不限',
    ),
    CONFIRMATIONS: both(
      `付款生效所需的区块数；留空：${confirmations}`,
      `付款生效所需的區塊數目；留空：${confirmations}`,
    ),
    EXPLORER: both(
      '交易页面地址，含 {hash}；留空：使用公共区块浏览器',
      '交易頁面網址，須含 {hash}；留空：使用公共區塊瀏覽器',
    ),
  }
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [`${label}_${name}`, text]))
}

/** What a setting does, in Chinese, by its variable; its declaration says it in English. */
export const settingWords: Texts = {
  ...network('TRC20', 'TRON', 'TRON 上的 USDT', 20),
  ...network('ETC20', 'Ethereum', 'Ethereum 上的 USDT', 12),
  OPERATOR_HOST: both(
    '运营管理台专用的主机名，例如 ops.example.com；留空：与 PUBLIC_URL 相同',
    '營運管理台專用的主機名稱，例如 ops.example.com；留空：與 PUBLIC_URL 相同',
  ),
  OPERATOR_NETWORKS: both(
    '仅允许从这些地址或网段访问运营管理台，逗号分隔；留空：不限',
    '只容許從這些地址或網段連接營運管理台，以逗號分隔；留空：不限',
  ),
  OPERATOR_APPROVAL_USDT: both(
    '超过此金额的余额调整、退款与核销须由另一位所有者确认（如有）',
    '超過此金額的結餘調整、退款及撇銷須由另一位擁有人確認（如有）',
  ),
  MODE: both('sandbox（模拟行情、测试资金）或 live（正式）', 'sandbox（模擬行情、測試款項）或 live（正式）'),
  ROLES: both('本进程承担的角色；拆成多个进程时须使用外部存储', '此進程承擔的角色；分成多個進程時須使用外部儲存'),
  DATA_DIR: both('产品写入的全部数据', '產品寫入的所有數據'),
  PROCESSES: both(
    '2：网站与支付另用一个进程，与网关、数据源分开；1：全部在一个进程中，占用内存较少',
    '2：網站與支付另用一個進程，與閘道、數據來源分開；1：全部在一個進程中，佔用記憶體較少',
  ),
  DRAIN_SECONDS: both(
    '停止就绪到停止服务之间的秒数，须大于负载均衡器的检查间隔 × 失败次数；留空：多进程为 5，否则为 0',
    '停止就緒至停止服務之間的秒數，須大於負載平衡器的檢查間隔 × 失敗次數；留空：多個進程時為 5，否則為 0',
  ),
  LOG_LEVEL: both('debug、info、warn 或 error', 'debug、info、warn 或 error'),
  HOST: both('监听地址；留空：沙盒仅限本机，正式模式为全部地址', '監聽地址；留空：沙盒只限本機，正式模式為所有地址'),
  PORT: both('网站与账号接口', '網站及帳戶 API'),
  PUBLIC_URL: both(
    '访客访问网站的地址；留空：http://localhost:PORT',
    '訪客瀏覽網站的網址；留空：http://localhost:PORT',
  ),
  API_PORT: both('行情网关：REST 与 WebSocket', '行情閘道：REST 與 WebSocket'),
  API_URL: both(
    '客户访问网关的地址；留空：http://localhost:API_PORT',
    '客戶連接閘道的網址；留空：http://localhost:API_PORT',
  ),
  API_FREE_URL: both('免费密钥使用的网关地址；留空：同 API_URL', '免費密鑰使用的閘道網址；留空：與 API_URL 相同'),
  STATUS_SITE_URL: both('服务状态检测访问网站的地址；留空：PUBLIC_URL', '服務狀態檢測連接網站的網址；留空：PUBLIC_URL'),
  STATUS_API_URL: both('服务状态检测访问网关的地址；留空：API_URL', '服務狀態檢測連接閘道的網址；留空：API_URL'),
  METRICS_PORT: both('在此端口提供 Prometheus 指标；留空：关闭', '在此連接埠提供 Prometheus 指標；留空：關閉'),
  ACCESS_LOG: both(
    'on：日志中每个请求占一行，记录路由、状态码、耗时和密钥 ID，绝不记录密钥本身',
    'on：記錄檔中每個請求佔一行，列出路由、狀態碼、所需時間及密鑰 ID，絕不記下密鑰本身',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: both(
    '经 HTTP 接收链路追踪数据的 OpenTelemetry Collector，例如 http://localhost:4318；留空：不发送',
    '經 HTTP 接收追蹤資料的 OpenTelemetry Collector，例如 http://localhost:4318；留空：不傳送',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: both(
    '发给 Collector 的请求头，格式 name=value，逗号分隔',
    '傳給 Collector 的標頭，格式 name=value，以逗號分隔',
  ),
  TRUSTED_PROXIES: both(
    '信任其 X-Forwarded-For 的地址或网段，逗号分隔',
    '信任其 X-Forwarded-For 的地址或網段，以逗號分隔',
  ),
  CONNECTIONS_PER_ADDRESS: both(
    '每个客户端地址可同时保持的连接数；留空：256，沙盒不限制本机',
    '每個用戶端地址可同時保持的連線數；留空：256，沙盒不限制本機',
  ),
  DATABASE_URL: both('PostgreSQL 15 及以上；留空：使用内置数据库', 'PostgreSQL 15 或以上；留空：使用內置資料庫'),
  CLICKHOUSE_URL: both(
    'ClickHouse 24.3 或更高版本的 HTTP 地址；留空：使用内置引擎',
    'ClickHouse 24.3 或以上版本的 HTTP 網址；留空：使用內置引擎',
  ),
  CLICKHOUSE_CLUSTER: both(
    'CLICKHOUSE_URL 处的集群名称，数据表分布在其全部分片与副本上；留空：单台服务器',
    'CLICKHOUSE_URL 所屬叢集的名稱，數據表分佈於其所有分片及副本；留空：單一伺服器',
  ),
  REDIS_URL: both(
    '消息日志与计数器使用的 Redis 或 Valkey：redis://host:6379、redis+sentinel://host:26379,host2/mymaster 或 redis+cluster://host:6379,host2；留空：在进程内',
    '訊息日誌與計數器使用的 Redis 或 Valkey：redis://host:6379、redis+sentinel://host:26379,host2/mymaster 或 redis+cluster://host:6379,host2；留空：在進程內',
  ),
  TAPE_SHARDS: both(
    '消息日志的每个资产类别分成几份，须为 2 的幂，最多 64，所有进程一致；留空：沿用现有的份数，Redis 中新建时为 4，否则为 1。用“tapewire tape shards”更改',
    '訊息日誌的每個資產類別分成多少份，須為 2 的次方，最多 64，所有進程一致；留空：沿用現有的份數，在 Redis 新建時為 4，否則為 1。以「tapewire tape shards」更改',
  ),
  TAPE_MAX_BYTES: both(
    '消息日志最多保留的实时事件字节数，在 Redis 中按类别计算；超出时较早的事件不足一小时也会移除；留空：进程内 64 MiB，Redis 中每类 4 GiB',
    '訊息日誌最多保留的即時事件位元組數，在 Redis 按類別計算；超出時較早的事件未滿一小時亦會移除；留空：進程內 64 MiB，在 Redis 每類 4 GiB',
  ),
  KEY_GRACE_SECONDS: both(
    'PostgreSQL 无响应时，已知 API 密钥继续有效的秒数；套餐到期仍照常生效',
    'PostgreSQL 沒有回應時，已知 API 密鑰可繼續使用的秒數；計劃到期仍照常生效',
  ),
  EXCHANGE: both(
    '实时接入的加密货币交易所，填写其 ccxt 标识，逗号分隔，如 kraken,okx；留空：不接入',
    '即時接駁的加密貨幣交易所，填上其 ccxt 代號，以逗號分隔，例如 kraken,okx；留空：不接駁',
  ),
  EXCHANGE_MAIN: both(
    '其交易对使用普通代码（如 BTCUSD）的交易所，其他交易所的代码以其名称结尾（如 BTCUSD.OKX）；留空：EXCHANGE 中的第一个',
    '其交易對使用一般代號（例如 BTCUSD）的交易所，其他交易所的代號以其名稱結尾（例如 BTCUSD.OKX）；留空：EXCHANGE 的第一個',
  ),
  EXCHANGE_SYMBOLS: both(
    '在交易所跟踪的现货交易对，逗号分隔：可填交易对（如 BTC/USD）、通配（如 */USDT），或以 top:50 表示成交额最大的 50 个',
    '在交易所追蹤的現貨交易對，以逗號分隔：可填交易對（例如 BTC/USD）、萬用字元（例如 */USDT），或以 top:50 表示成交額最大的 50 個',
  ),
  IMPORT_DIR: both(
    '自动导入的文件夹，其中的文件写入完成后各导入一次；留空：不启用',
    '自動匯入的資料夾，其中的檔案寫入完成後各匯入一次；留空：不啟用',
  ),
  TICK_DAYS: both(
    '成交与最优报价在数据库中保留的天数；更早的移入 Parquet 文件，仍可读取',
    '成交及最佳報價在數據庫保留的天數；更早的移到 Parquet 檔案，仍可讀取',
  ),
  ARCHIVE_URL: both(
    '归档文件的位置：文件夹，或 s3://bucket/folder?region=eu-central-1；非 Amazon 的存储加 &endpoint=http://…；留空：DATA_DIR/archive',
    '歸檔檔案的位置：資料夾，或 s3://bucket/folder?region=eu-central-1；非 Amazon 的儲存服務加 &endpoint=http://…；留空：DATA_DIR/archive',
  ),
  ARCHIVE_KEY_ID: both(
    '该存储的访问密钥 ID；留空：使用机器自身的凭证，来自其环境变量或角色',
    '該儲存服務的存取金鑰 ID；留空：使用機器本身的憑證，來自其環境變數或角色',
  ),
  ARCHIVE_SECRET: both('该访问密钥的私密部分', '該存取金鑰的私密部分'),
  RELAY_URL: both(
    '所中继的数据网关地址，可以是另一套 Tapewire，或采用同一协议的数据商，如 https://api.example.com；留空：不中继',
    '所轉發的數據閘道網址，可以是另一套 Tapewire，或採用同一協定的供應商，例如 https://api.example.com；留空：不轉發',
  ),
  RELAY_KEY: both('访问该网关的 API 密钥，其套餐须包含所需品种', '連接該閘道的 API 密鑰，其計劃須涵蓋所需產品'),
  RELAY_SYMBOLS: both(
    '在该网关跟踪的品种，逗号分隔，如 stock:AAPL$US',
    '在該閘道追蹤的產品，以逗號分隔，例如 stock:AAPL$US',
  ),
  MASSIVE_KEY: both(
    'Massive 的 API 密钥，用于接入其行情；留空：不接入',
    'Massive 的 API 密鑰，用以接駁其市場數據；留空：不接駁',
  ),
  MASSIVE_SYMBOLS: both(
    '在 Massive 跟踪的品种，逗号分隔，如 stock:AAPL、fund:SPY、crypto:BTC/USD 与 forex:EUR/USD',
    '在 Massive 追蹤的產品，以逗號分隔，例如 stock:AAPL、fund:SPY、crypto:BTC/USD 及 forex:EUR/USD',
  ),
  ALPACA_KEY: both(
    'Alpaca 的密钥 ID，用于接入其行情；留空：不接入',
    'Alpaca 的密鑰 ID，用以接駁其市場數據；留空：不接駁',
  ),
  ALPACA_SECRET: both('该密钥的私密部分', '該密鑰的私密部分'),
  ALPACA_FEED: both(
    '股票与基金的数据流：iex；付费套餐可用 sip 或 delayed_sip',
    '股票及基金的數據流：iex；付費計劃可用 sip 或 delayed_sip',
  ),
  ALPACA_SYMBOLS: both(
    '在 Alpaca 跟踪的品种，逗号分隔，如 stock:AAPL、fund:SPY 与 crypto:BTC/USD',
    '在 Alpaca 追蹤的產品，以逗號分隔，例如 stock:AAPL、fund:SPY 及 crypto:BTC/USD',
  ),
  KEYRING: both(
    '密钥环，格式为 "1:<32 字节的 base64>"；正式模式必填，沙盒自动生成',
    '密鑰環，格式為 "1:<32 位元組的 base64>"；正式模式必填，沙盒自動產生',
  ),
  SMTP_URL: both(
    'smtp://user:password@host:587；留空：内置邮箱（仅沙盒）',
    'smtp://user:password@host:587；留空：內置信箱（只限沙盒）',
  ),
  MAIL_FROM: both('发件人；留空：PUBLIC_URL 主机名下的 no-reply', '寄件人；留空：PUBLIC_URL 主機名稱下的 no-reply'),
  ENUMERATION: both(
    'strict：不透露邮箱是否已注册；friendly：直接告知',
    'strict：不透露電郵是否已註冊；friendly：直接告知',
  ),
  OIDC_ISSUER: both(
    '任意 OpenID Connect 服务；请在该服务登记 PUBLIC_URL/callback',
    '任何 OpenID Connect 服務；請在該服務登記 PUBLIC_URL/callback',
  ),
  OIDC_NAME: both('按钮上显示的名称', '按鈕上顯示的名稱'),
  OIDC_CLIENT_ID: both('在该服务的客户端 ID', '在該服務的用戶端 ID'),
  OIDC_CLIENT_SECRET: both('在该服务的客户端密钥', '在該服務的用戶端密鑰'),
  GOOGLE_CLIENT_ID: both('使用 Google 登录', '以 Google 登入'),
  GOOGLE_CLIENT_SECRET: both('对应的客户端密钥', '對應的用戶端密鑰'),
  GITHUB_CLIENT_ID: both('使用 GitHub 登录', '以 GitHub 登入'),
  GITHUB_CLIENT_SECRET: both('对应的客户端密钥', '對應的用戶端密鑰'),
  WEBHOOK_NETWORKS: both(
    '客户 Webhook 可访问的内网地址与网段，以逗号分隔，也可使用 http；留空则一律不可访问，且仅限 https',
    '客戶 Webhook 可接駁的內聯網位址及網段，以逗號分隔，亦可使用 http；留空即一律不可接駁，並只限 https',
  ),
  ALERT_EMAIL: both(
    '支付异常的通知邮箱；留空：使用已设置的 SUPPORT_EMAIL',
    '付款異常的通知電郵；留空：使用已設定的 SUPPORT_EMAIL',
  ),
  ALERT_WEBHOOK_URL: both(
    '以签名 JSON 推送支付异常的地址；留空：不推送',
    '以簽署 JSON 推送付款異常的網址；留空：不推送',
  ),
  ALERT_WEBHOOK_SECRET: both(
    '其签名密钥，"whsec_" 加 24 至 64 字节的 base64',
    '其簽署密鑰，"whsec_" 加 24 至 64 位元組的 base64',
  ),
  DUST_USDT: both(
    '低于此金额的转账计入账户余额，但不改变订单，也不发送邮件；沙盒同样适用',
    '低於此金額的轉帳會記入帳戶結餘，但不改變訂單，亦不發送電郵；沙盒同樣適用',
  ),
  BRAND_NAME: both('每个页面显示的名称', '每頁顯示的名稱'),
  SUPPORT_EMAIL: both('联系页面与邮件中的客服邮箱', '聯絡頁面及電郵中的客戶服務電郵'),
  DEFAULT_LOCALE: both(
    '访客未指定语言时使用的语言：en-US、zh-CN 或 zh-HK',
    '訪客未指定語言時使用的語言：en-US、zh-CN 或 zh-HK',
  ),
  LEGAL_ENTITY: both(
    '法律文本与收据中的运营主体；留空：法律文本称“本站运营方”',
    '法律文本及收據中的營運主體；留空：法律文本稱「本網站的營運者」',
  ),
  LEGAL_ADDRESS: both(
    '上述文件中的通信地址；留空：可向 SUPPORT_EMAIL 索取',
    '上述文件中的通訊地址；留空：可向 SUPPORT_EMAIL 索取',
  ),
  LEGAL_TAX_ID: both('收据上的税号；留空：不显示', '收據上的稅務編號；留空：不顯示'),
  LEGAL_JURISDICTION: both('服务条款适用何地法律；留空：运营方所在地', '服務條款受何地法律管轄；留空：營運者的所在地'),
  TELEGRAM_URL: both(
    '客服聊天链接，同时生成二维码；留空：指向 /contact',
    '客戶服務對話連結，同時產生二維碼；留空：連至 /contact',
  ),
  WHATSAPP_URL: both('客服 WhatsApp 链接；留空：指向 /contact', '客戶服務 WhatsApp 連結；留空：連至 /contact'),
  WHATSAPP_QR: both(
    '联系框中是否显示 WhatsApp 二维码：hidden 或 shown',
    '聯絡框內是否顯示 WhatsApp 二維碼：hidden 或 shown',
  ),
  GITHUB_URL: both('代码托管主页链接', '程式碼寄存主頁連結'),
  FACEBOOK_URL: both('页脚社交链接；留空：仅显示、不可点击', '頁尾社交連結；留空：只顯示、不設連結'),
  X_URL: both('页脚社交链接；留空：仅显示、不可点击', '頁尾社交連結；留空：只顯示、不設連結'),
  DOCS_URL: both(
    '文档的外部地址，其下路径与自带的 /docs 相同；留空：使用自带文档',
    '文件的外部網址，其下路徑與內置的 /docs 相同；留空：使用內置文件',
  ),
  BLOG_URL: both(
    '博客的外部地址，其下路径与自带的 /blog 相同；留空：使用自带博客',
    '網誌的外部網址，其下路徑與內置的 /blog 相同；留空：使用內置網誌',
  ),
  CONTENT_DIR: both(
    '存放您自己的 terms.md、privacy.md、faq.md 与 blog/*.md 的目录，按语言分子目录，如 zh-CN；留空：使用自带文案',
    '存放您的 terms.md、privacy.md、faq.md 及 blog/*.md 的資料夾，按語言分子資料夾，如 zh-HK；留空：使用內置文本',
  ),
  CLAIM_USERS: both('首页的用户数；留空：18,000+', '主頁的用戶數目；留空：18,000+'),
  CLAIM_ROWS: both('首页的数据行数；留空：1 万亿+', '主頁的數據行數；留空：1 萬億+'),
  CLAIM_RAW_DATA: both('首页的原始数据量；留空：2 PB', '主頁的原始數據量；留空：2 PB'),
  CLAIM_MESSAGES: both('首页的每秒消息数；留空：7,000 万', '主頁的每秒訊息數目；留空：7,000 萬'),
  COOKIE_DOMAIN: both(
    '共享读者语言的上级域名，例如 example.com；留空：仅限 PUBLIC_URL 的主机',
    '共用讀者語言的上層網域，例如 example.com；留空：只限 PUBLIC_URL 的主機',
  ),
  ROUTE_RULES: both(
    '页面跳转规则，逗号分隔：/promo=/pricing, /old=https://example.com/new',
    '頁面轉址規則，以逗號分隔：/promo=/pricing, /old=https://example.com/new',
  ),
  ANALYTICS_URL: both('统计脚本的地址；留空：不加载', '統計指令碼的網址；留空：不載入'),
  ANALYTICS_TAG_ID: both('统计脚本的标识', '統計指令碼的識別碼'),
  ANALYTICS_CONSENT: both(
    'required：征得访客同意后才统计点击，设置了 ANALYTICS_URL 时才会询问；given：不询问直接统计',
    'required：取得訪客同意後才統計點擊，設定了 ANALYTICS_URL 時才會詢問；given：不詢問，直接統計',
  ),
}
