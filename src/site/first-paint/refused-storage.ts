/**
 * Where a browser refuses storage or cookies to the page, reading them throws, in our code and in the router's. Such
 * pages get storages that keep nothing: they answer null, and writing throws as it does when a storage is full.
 */
export const refusedStorage = `(function(){
function put(owner,name,value){Object.defineProperty(owner,name,{value:value,writable:true,configurable:true})}
var none={length:0,key:function(){return null},getItem:function(){return null},removeItem:function(){},clear:function(){},setItem:function(){throw new Error('The browser refuses storage')}};
['localStorage','sessionStorage'].forEach(function(name){try{window[name].length}catch(e){put(window,name,none)}});
try{document.cookie}catch(e){put(document,'cookie','')}
})()`
