import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/mails.ts'
import alerts from './alerts.ts'
import payment from './payment.ts'

const mails: Words<typeof enUS> = {
  code: {
    signup: {
      subject: '{code} 是您的 {brand} 注册验证码',
      heading: '验证您的邮箱',
      lead: '请输入以下验证码，完成 {brand} 账号注册。',
    },
    signin: {
      subject: '{code} 是您的 {brand} 登录验证码',
      heading: '登录验证码',
      lead: '请输入以下验证码，登录 {brand}。',
    },
    reset: {
      subject: '{code} 是您的 {brand} 重置密码验证码',
      heading: '重置密码',
      lead: '请输入以下验证码，设置新密码。',
    },
    'email-old': {
      subject: '{code} 用于确认更换邮箱',
      heading: '更换邮箱',
      lead: '有人在您已登录的账号中申请将邮箱更换为 {newEmail}。如同意，请输入以下验证码。',
    },
    'email-new': {
      subject: '{code} 用于验证新邮箱',
      heading: '验证新邮箱',
      lead: '请输入以下验证码，将此邮箱用于您的 {brand} 账号。',
    },
    life: '验证码 10 分钟内有效，只能使用一次。我们不会通过电话或聊天向您索要验证码。',
    ignore: '如果不是您本人操作，请忽略此邮件；没有验证码，任何操作都不会生效。',
    ignoreChange: '如果不是您本人操作，请勿泄露验证码，并立即修改密码、退出所有设备。',
  },
  lastToday: '今天（UTC）不会再发送同类邮件，后续情况请登录账号查看。',
  notice: {
    'new-device': {
      subject: '您的 {brand} 账号有新的登录',
      heading: '新设备登录',
      lead: '您的账号在新的浏览器或程序上登录。',
    },
    'password-changed': {
      subject: '您的 {brand} 密码已修改',
      heading: '密码已修改',
      lead: '您的账号密码已修改，其他设备均已退出登录。',
    },
    'email-changed': {
      subject: '您的 {brand} 账号邮箱已更换',
      heading: '邮箱已更换',
      lead: '您的账号邮箱已更换为 {newEmail}，此邮箱不能再用于登录。',
    },
    'totp-on': {
      subject: '两步验证已开启',
      heading: '两步验证已开启',
      lead: '今后登录时需要输入身份验证器中的动态码。',
    },
    'totp-off': {
      subject: '两步验证已关闭',
      heading: '两步验证已关闭',
      lead: '今后登录时不再需要身份验证器中的动态码。',
    },
    'recovery-codes': {
      subject: '已生成新的恢复码',
      heading: '新的恢复码',
      lead: '您的账号已生成 10 个新的恢复码，旧的恢复码全部失效。',
    },
    'recovery-code-used': {
      subject: '恢复码已被使用',
      heading: '恢复码已被使用',
      lead: '有人使用恢复码登录了您的账号，还剩 {left, plural, other {# 个}}恢复码。',
    },
    'factor-guessed': {
      subject: '有人多次未通过您的两步验证',
      heading: '连续五次两步验证失败',
      lead: '{method, select, password {有人输入了您的正确密码，随后五次未通过两步验证。如非您本人操作，说明密码已泄露，请立即修改。} code {有人输入了发送至您邮箱的验证码，随后五次未通过两步验证。如非您本人操作，说明有人能查看您的邮件，请检查邮箱安全。} other {有人通过您关联的第三方账号登录，随后五次未通过两步验证。如非您本人操作，说明该第三方账号已被他人使用，请检查其安全。}}',
    },
    'passkey-added': {
      subject: '已添加通行密钥',
      heading: '已添加通行密钥',
      lead: '通行密钥“{name}”现在可以登录您的账号。',
    },
    'passkey-removed': {
      subject: '已移除通行密钥',
      heading: '已移除通行密钥',
      lead: '通行密钥“{name}”不能再登录您的账号。',
    },
    'provider-linked': {
      subject: '{name} 已关联到您的账号',
      heading: '已关联第三方登录',
      lead: '现在可以使用 {name}（{email}）登录您的账号。',
    },
    'provider-unlinked': {
      subject: '{name} 已与您的账号解除关联',
      heading: '已解除第三方登录',
      lead: '{name} 不能再登录您的账号。',
    },
    'signed-out-everywhere': {
      subject: '已退出所有设备',
      heading: '已退出所有设备',
      lead: '所有已登录您账号的设备均已退出登录。',
    },
    'deletion-asked': {
      subject: '您的 {brand} 账号即将注销',
      heading: '已申请注销账号',
      lead: '您的账号及密钥将于 {date} 删除。在此之前登录即可保留账号。{credit, select, none {} other {账户余额尚有 {credit} USDT，请在此之前申请退款，注销后无法再申请。}}{order, select, none {} other {订单 {order} 尚未支付，请勿再付款。}}',
      refund: '申请退款',
    },
    'deletion-taken-back': { subject: '您的 {brand} 账号已保留', heading: '已取消注销', lead: '您的账号不会被删除。' },
    deleted: {
      subject: '您的 {brand} 账号已注销',
      heading: '账号已注销',
      lead: '您的账号、登录信息和密钥均已删除。支付记录将按法律要求的期限保存。',
    },
    suspended: {
      subject: '您的 {brand} 账号已被暂停使用',
      heading: '账号已暂停使用',
      lead: '我们已暂停您的账号，密钥和登录暂时不可用；余额、套餐和数据均保持不变。如有疑问，请写信至 {support}。',
    },
    restored: {
      subject: '您的 {brand} 账号已恢复',
      heading: '账号已恢复',
      lead: '您的账号已恢复使用，密钥和登录均照常可用。',
    },
    'key-reset': {
      subject: 'API 密钥已重置',
      heading: 'API 密钥已重置',
      lead: '密钥 {key} 已更换。{hours, plural, =0 {旧密钥已立即失效。} other {旧密钥将在 # 小时后失效。}}',
    },
    'key-revoked': {
      subject: 'API 密钥已吊销',
      heading: 'API 密钥已吊销',
      lead: '密钥 {key} 已吊销，不再可用。{integrated, select, true {套餐继续有效，可在控制台签发新密钥。} other {}}',
    },
    'key-issued': {
      subject: '已签发新的 API 密钥',
      heading: '新的 API 密钥',
      lead: '已签发密钥 {key}，以代替被吊销的密钥。套餐和到期时间不变。',
    },
    'team-invited': {
      subject: '{email} 受邀成为所有者',
      heading: '邀请所有者',
      lead: '{by} 已邀请 {email} 成为 {team} 账号的所有者。所有者可执行一切操作，包括申请退款。对方接受前，您可在“团队”页面撤回邀请。',
    },
    'team-joined': {
      subject: '{email} 已加入团队',
      heading: '新的团队成员',
      lead: '{email} 已接受邀请，现以{role, select, owner {所有者} developer {开发者} other {财务}}身份使用 {team} 的账号。',
    },
    'team-role': {
      subject: '{email} 的角色已更改',
      heading: '团队角色已更改',
      lead: '{email} 现以{role, select, owner {所有者} developer {开发者} other {财务}}身份使用 {team} 的账号。',
    },
    'team-removed': {
      subject: '{email} 已被移出团队',
      heading: '团队成员已移除',
      lead: '{email} 已不能使用 {team} 的账号。此人看过的密钥仍然有效，如有需要请重置。',
    },
    'team-left': {
      subject: '{email} 已离开团队',
      heading: '成员已离开',
      lead: '{email} 已不能使用 {team} 的账号。此人看过的密钥仍然有效，如有需要请重置。',
    },
    'team-owner': {
      subject: '{email} 已成为所有者',
      heading: '团队所有权已移交',
      lead: '{email} 现为 {team} 账号的所有者；原移交人现为开发者。',
    },
    notYou: '如果不是您本人操作，请立即修改密码并退出所有设备。',
    secure: '查看账号安全',
  },
  order: {
    created: {
      subject: '订单 {no}：待支付 {amount} {currency}',
      heading: '订单待支付',
      lead: '{plan}。请在 {until} 前向以下地址如数转入应付金额。多付部分会自动转为余额，不会损失。',
    },
    partial: {
      subject: '订单 {no}：还差 {amount} {currency}',
      heading: '已收到部分款项',
      lead: '订单已延长至 {until}，请向同一地址补足剩余金额。',
    },
    completed: {
      subject: '订单 {no} 支付成功：{plan}',
      heading: '支付成功',
      lead: '{plan} 有效期至 {until}。请在控制台获取 API 密钥。',
      automatic: '已按您的设置从余额自动续费。您可以在“余额与账单”中关闭。',
      surplus: '到账金额多于订单金额，其中 {surplus} {currency} 已转为您的余额。',
    },
    timed_out: {
      subject: '订单 {no} 已超时',
      heading: '订单已超时',
      lead: '未在有效时间内收到付款。如您已转账，请稍候：24 小时内到账的款项会按到账时的价格购买套餐，否则转为您的余额。',
    },
    timed_out_partial: {
      subject: '订单 {no} 已超时：{amount} {currency} 已转为余额',
      heading: '订单已超时',
      lead: '已到账的款项已转为您的余额，可用于下一笔订单。',
    },
    credited: {
      subject: '{amount} {currency} 已到账并转为余额',
      heading: '款项已到账',
      lead: '{count, plural, other {相关订单此前已关闭，款项已转为您的余额，可用于下一笔订单。}}',
      cancelled: '该订单此前已取消。',
      paid: '该订单此前已支付。',
    },
    not_applied: {
      subject: '订单 {no} 无法生效：{amount} {currency} 已转为余额',
      heading: '订单无法生效',
      lead: '您下单购买 {plan} 后，现有套餐已发生变化，订单因此关闭。已到账的款项已转为您的余额，可用于下一笔订单。您可以立即重新下单。',
    },
    fact: {
      order: '订单号',
      plan: '套餐',
      amount: '应付金额',
      missing: '剩余应付',
      network: '网络',
      address: '收款地址',
      received: '已到账',
      until: '有效期至',
      credit: '余额抵扣',
      why: '原因',
    },
    why: payment.order.why,
    open: '查看订单',
    toKey: '查看 API 密钥',
    orders: '查看全部订单',
    receipt: '查看收据',
    note: '支付前请与订单页面核对地址。我们不会另行发送其他收款地址。',
  },
  credit: {
    added: {
      subject: '您的余额增加了 {amount} {currency}',
      heading: '余额已增加',
      lead: '我们已向您的余额加入 {amount} {currency}，下单时自动抵扣。',
    },
    taken: {
      subject: '您的余额扣减了 {amount} {currency}',
      heading: '余额已更正',
      lead: '我们从您的余额中扣减了 {amount} {currency}，原因如下。如有异议，请联系客服。',
    },
    requested: {
      subject: '已申请退款 {amount} {currency}',
      heading: '已收到您的退款申请',
      lead: '该金额已预留。我们会人工核对，然后转到以下地址。',
    },
    approved: {
      subject: '退款 {amount} {currency} 已批准',
      heading: '退款已批准',
      lead: '我们即将转账，交易上链后会立即通知您。',
    },
    refused: {
      subject: '退款 {amount} {currency} 未获批准',
      heading: '退款未获批准',
      lead: '该金额已退回您的余额，可用于下单。',
    },
    paid: {
      subject: '退款 {amount} {currency} 已转出',
      heading: '退款已转出',
      lead: '我们已向您的地址转出 {amount} {currency}。',
    },
    fact: {
      refund: '退款编号',
      amount: '金额',
      network: '网络',
      address: '收款地址',
      reason: '原因',
      left: '当前余额',
      transaction: '交易哈希（TxID）',
    },
    open: '查看余额',
    notYou: '如果不是您本人操作，请立即撤回申请、修改密码并退出所有设备。',
  },
  team: {
    subject: '{team} 邀请您加入 {brand} 团队',
    heading: '团队邀请',
    lead: '{team} 邀请您以{role, select, owner {所有者} developer {开发者} other {财务}}身份使用其 {brand} 账号。',
    open: '查看邀请',
    life: '请使用 {email} 登录或注册。邀请 7 天内有效。',
    ignore: '不认识此人？请忽略此邮件，您未接受前不会有任何变化。',
  },
  ticket: {
    subject: '您的留言已有回复，编号 {ticket}',
    heading: '我们已回复您的留言',
    goOn: '请勿直接回复此邮件。登录账号即可查看完整对话并继续留言。',
    byMail: '如需继续沟通，请直接回复此邮件，或写信至 {support}，并在主题中保留编号 {ticket}。',
    open: '查看工单',
    footer: '您收到此邮件，是因为您曾向 {brand} 留言，编号 {ticket}。',
  },
  expiry: {
    soon: {
      subject: '{plan} 将在 {days} 天后到期',
      heading: '套餐即将到期',
      lead: '{plan} 将于 {until} 到期。续费后密钥不变，剩余天数会保留。',
    },
    ended: {
      subject: '{plan} 已到期',
      heading: '套餐已到期',
      lead: '{plan} 已于 {until} 到期，对应的密钥已停用。续费后，原密钥即可恢复使用。',
    },
    free: {
      soon: '您也可以不续费：到期后密钥将停用，续费或在控制台改用免费套餐后即可恢复使用。',
      ended: '您也可以改用免费套餐：在控制台的密钥旁选择“改用免费套餐”。',
    },
    ofTeam: '这是 {email} 的套餐，您在其团队中负责账单。',
    customised: '这是定制套餐，续费请联系客服。',
    renew: '立即续费',
    contact: '联系客服',
    dashboard: '控制台',
  },
  renewal: {
    soon: {
      subject: '{plan} 将于 {date} 自动续费',
      heading: '套餐即将自动续费',
      lead: '{plan} 有效期至 {until}。按您的设置，将于 {date} 从余额自动续费。',
    },
    change: {
      subject: '{plan} 将于 {date} 更换为 {next}',
      heading: '套餐即将更换',
      lead: '{plan} 有效期至 {until}。按您的设置，到期后将从余额购买 {next}。',
    },
    lacking: {
      subject: '未能购买 {next}：还差 {missing} {currency}',
      heading: '余额不足',
      lead: '您设置了在 {plan} 到期（{until}）后由 {next} 接续。余额不足以支付，因此未作任何扣减。请下单并支付差额。',
    },
    impossible: {
      subject: '{plan} 无法自动续费',
      heading: '套餐无法自动续费',
      lead: '{plan} 有效期至 {until}。后续套餐已停止销售，或您的套餐为定制套餐。请选购其他套餐或联系客服。',
    },
    price: '价格',
    open: '更改或关闭',
    order: '立即下单',
    off: '在此之前您可以随时更改或关闭。扣款金额以订单邮件为准。',
  },
  usage: {
    at80: {
      subject: '每分钟请求额度已使用 80%：{plan}',
      heading: '每分钟额度即将用完',
      lead: '密钥 {key} 已使用每分钟 {limit} 次请求额度的 80%。达到 100% 后，超出的请求会返回状态码 429，直到额度恢复。',
    },
    at100: {
      subject: '每分钟请求额度已用完：{plan}',
      heading: '每分钟额度已用完',
      lead: '密钥 {key} 已用完每分钟 {limit} 次的请求额度，超出的请求会返回状态码 429，直到额度恢复。升级套餐可获得更高额度。',
    },
    key: '密钥',
    plan: '套餐',
    open: '查看用量',
    off: '同一密钥的同类提醒每天（UTC）最多一封，可在偏好设置中关闭：',
  },
  alert: {
    subject: '{symbol}：{condition}',
    heading: '预警：{symbol}',
    price: '价格',
    measured: '测得值',
    chart: '打开图表',
    off: '更改或删除预警：',
    condition: alerts.condition,
  },
  fact: { time: '时间', device: '设备', network: '网络' },
  footer: '此邮件发送至 {email}，因为该邮箱属于本站账号，或有人在本站填写了该邮箱。',
}

export default mails
