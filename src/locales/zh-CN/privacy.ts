import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/privacy.ts'

const privacy: Words<typeof en> = {
  head: {
    data: '信息',
    why: '用途',
    kept: '保存期限',
    name: '名称',
    holds: '内容',
    cookieName: '`{name}`（https 下为 `{secureName}`）',
    untilCleared: '至您清除浏览器数据',
    untilClosed: '至标签页关闭',
  },
  rows: {
    account: {
      what: '邮箱、语言、主题、时区与通知设置',
      why: '建立账号、与您联系',
      kept: '至账号注销',
    },
    password: {
      what: '密码（如已设置）',
      why: '登录验证，仅保存 argon2id 哈希值',
      kept: '至修改密码或账号注销',
    },
    codes: {
      what: '验证码及进行中的登录',
      why: '确认邮箱归您所有，仅保存带密钥的摘要或密文',
      kept: '有效期 {codeMinutes} 分钟，{codeDays} 天后删除',
    },
    sessions: {
      what: '登录会话：时间、方式、浏览器名称、网络地址',
      why: '保持登录、展示登录设备',
      kept: '至会话结束，最长 {sessionDays} 天；浏览器标识保留至最后一次登录后一年',
    },
    factors: {
      what: '通行密钥、身份验证器密钥、恢复码',
      why: '两步验证，加密保存或仅保存摘要',
      kept: '至您移除或账号注销',
    },
    providers: {
      what: '第三方登录：服务方、您在该服务的标识与邮箱',
      why: '通过您选择的服务登录',
      kept: '至解除关联或账号注销',
    },
    keys: {
      what: 'API 密钥、您为其设置的名称、最近使用时间',
      why: '识别您的程序；保存用于校验的摘要和用于显示的加密副本',
      kept: '至账号注销；摘要予以保留，用于拒绝已吊销的密钥',
    },
    usage: {
      what: '网关请求的计数：密钥、时间、类型、结果；被拒绝请求的路径与查询参数；当前连接的程序名称与网络地址',
      why: '执行额度、向您展示用量',
      kept: '计数保存至账号注销，被拒绝的请求保存 {usageErrorDays} 天，连接信息仅在连接期间保存',
    },
    layouts: {
      what: '您保存的图表布局、画线与自选列表',
      why: '在您的各台设备上显示',
      kept: '至您删除或账号注销',
    },
    alerts: {
      what: '预警、触发记录与您的 Webhook 地址',
      why: '为您盯盘并通知您',
      kept: '预警至您删除为止，触发与投递记录保留 {firingDays} 天',
    },
    orders: {
      what: '订单、收款地址、转账及其交易哈希；退款及其收款地址；您填写的收据资料',
      why: '交付服务、保存账目',
      kept: '按税务与会计法规要求的期限；账号注销后不再包含您的邮箱',
    },
    messages: {
      what: '您写给客服的留言及我们的回复：姓名、邮箱、内容与网络地址',
      why: '答复您',
      kept: '最后一次变更后 {ticketYears} 年；使用该邮箱的账号注销时一并删除',
    },
    mails: {
      what: '我们发出的邮件：收件地址、类型与时间；正文在发出前加密保存，发出后即清除（沙盒不对外发信，正文显示在内置邮箱中）',
      why: '投递邮件，并在邮件服务器暂时不可用时重试',
      kept: '{mailDays} 天；注销确认邮件为 {farewellDays} 天',
    },
    log: {
      what: '账号日志：谁在何时做了哪些更改',
      why: '解释与纠正误操作或滥用',
      kept: '至账号注销；此后留存的记录不再指向任何人',
    },
    counters: {
      what: '防滥用计数，按网络地址、邮箱或账号统计',
      why: '防范恶意请求与盗号',
      kept: '最长一天',
    },
    serverLog: {
      what: '服务器日志：时间、请求、故障，偶尔含网络地址或邮箱',
      why: '排查故障',
      kept: '以运营方对服务器的设置为准',
    },
  },
  cookies: {
    authorization: '登录会话，脚本无法读取',
    signed_in: '仅表示已登录，供本站页面脚本使用',
    'sign-in': '第三方登录过程中绑定当前浏览器，脚本无法读取',
    sandbox: '仅用于沙盒：打开内置邮箱和测试钱包，脚本无法读取',
    browser:
      '标识当前浏览器：它申请的验证码，他人无法耗尽其尝试次数；在陌生浏览器登录时会发送邮件并限制尝试次数，工作人员也不能向在同一浏览器登录过的账号发放任何权益；脚本无法读取',
    lang: '您选择的语言',
    locale: '同上，供旧客户端使用',
    theme: '浅色或深色主题',
    upcolor: '红涨绿跌或绿涨红跌',
    analytics: '您是否同意统计点击',
    announcements: '您已关闭的公告；网页脚本无法读取',
    zone: '您的时区，用于在登录页创建的账号',
  },
  storage: {
    version: '您上次看到的网站版本',
    'chart.current': '您离开时的图表状态',
    'chart.layouts': '未登录时保存的图表布局',
    'chart.drawings': '图表上的画线',
    'chart.recent': '最近打开的品种',
    'chart.favourites': '您加入自选的品种',
    'chart.watchlist': '未登录时的自选列表',
    'reloaded-at': '页面上次自动刷新的时间',
    'react-router-scroll-positions': '各页面的滚动位置',
  },
}

export default privacy
