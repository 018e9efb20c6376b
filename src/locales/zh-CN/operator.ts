const operator = {
  tag: '管理台',
  nav: {
    label: '管理台',
    now: '当前',
    customers: '客户',
    money: '资金',
    plans: '套餐',
    tickets: '工单',
    data: '数据',
    content: '内容',
    staff: '人员',
    audit: '审计',
    installation: '系统',
    more: '更多',
  },
  roles: { owner: '所有者', billing: '财务', support: '客服', data: '数据' },
  search: { label: '查找客户', hint: '邮箱、密钥、订单、地址、交易哈希、工单' },
  filters: { apply: '筛选', clear: '清除' },
  pager: { label: '翻页', shown: '{count, plural, other {# 条}}', first: '回到第一页', next: '下一页' },
  act: { column: '操作', close: '关闭', cancel: '取消' },
  prove: {
    title: '请确认是您本人',
    why: '距上次登录已超过 15 分钟，请重新验证。已填写的内容会保留。',
    sent: '验证码已发送至 {email}。',
    password: '密码',
    code: '邮件中的验证码',
    byMail: '改用邮件验证码',
    submit: '确认',
  },
  hurdle: {
    factor: {
      title: '进入管理台须启用第二重验证',
      text: '请先开启两步验证，或改用通行密钥登录，然后再回到此页。',
      way: '前往安全设置',
    },
    prove: { title: '您的登录已超过 12 小时', text: '确认身份后即可查看此页。' },
    role: { title: '您的角色无权查看此页', text: '您当前的角色：{roles}。如需权限，请联系所有者。' },
    missing: { title: '没有找到', text: '该地址所指的内容不存在，或已被删除。' },
    failed: {
      title: '页面读取失败',
      text: '产品本身仍在正常运行。请重试；若问题持续，可在日志中查到原因。',
      way: '重试',
    },
    request: '请求编号',
  },
} as const

export default operator
