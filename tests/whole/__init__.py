"""What needs the product with all its plugins: none of it is run where one is taken out."""
