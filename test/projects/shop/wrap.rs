struct Wrap<T>(T);

impl<T: Display> Display for Wrap<T> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}
