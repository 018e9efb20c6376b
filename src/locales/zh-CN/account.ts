import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/account.ts'

const account: Words<typeof en> = {
  nav: {
    label: '账号',
    keys: '密钥',
    usage: '用量',
    orders: '订单',
    billing: '余额与账单',
    tickets: '工单',
    alerts: '预警',
    team: '团队',
    activity: '动态',
    security: '安全',
    preferences: '偏好设置',
  },
  list: {
    sort: '排序',
    find: '查找',
    range: '第 {from}–{to} 项，共 {count} 项',
    previous: '上一页',
    next: '下一页',
    none: '没有符合条件的内容。',
    all: '显示全部',
  },
  pager: { newest: '最新', older: '更早' },
  acting: {
    label: '团队账号',
    works: '您正以{role}身份使用 {email} 的账号。',
    back: '返回自己的账号',
    role: { owner: '所有者', developer: '开发者', billing: '财务' },
  },
  busy: '服务器繁忙或无法连接，请稍后再试',
  buyer: {
    name: '姓名或公司名称',
    address: '地址',
    country: '国家/地区',
    noCountry: '未填写',
    taxId: '税号',
    taxIdHint: '欧盟增值税号须带国家前缀，如 DE123456789；收据是否适用反向征收以此为准。',
  },
  factor: {
    title: '请再次验证',
    why: '为保障账号安全，此操作需要再次验证。',
    code: '动态码或恢复码',
    passkey: '使用通行密钥',
    mailCode: '获取邮箱验证码',
    passkeyFailed: '通行密钥验证未成功，请重试或选择其他方式。',
    by: { passkey: '改用通行密钥', password: '改用密码', code: '改用动态码', mailCode: '改用邮箱验证码' },
  },
  prove: {
    title: '请确认是您本人',
    why: '距上次登录已超过 15 分钟，请重新验证。',
    password: '密码',
    code: '邮件中的验证码',
    sent: '验证码已发送至 {email}。',
    confirm: '确认并继续',
    cancel: '取消',
  },
}

export default account
