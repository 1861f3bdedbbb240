fn load(path: &str) -> Shop {
    match read(path) {
        Ok(text) => parse(&text),
        Err(e) => {
            log(e);
            Shop::empty()
        }
    }
}
